import gc

import torch

def attempt(step, batch):
    try:
        step(batch)
    except RuntimeError:
        gc.collect()
        torch.cuda.empty_cache()
# defect
import gc

import torch

def attempt(step, batch):
    try:
        step(batch)
    except RuntimeError:
        torch.cuda.empty_cache()
        gc.collect()
# findings
9: TFC704 safe
