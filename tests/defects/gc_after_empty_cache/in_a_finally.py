import gc

import torch

def run(main):
    try:
        main()
    finally:
        gc.collect()
        torch.cuda.empty_cache()
# defect
import gc

import torch

def run(main):
    try:
        main()
    finally:
        torch.cuda.empty_cache()
        gc.collect()
# findings
9: TFC704 safe
