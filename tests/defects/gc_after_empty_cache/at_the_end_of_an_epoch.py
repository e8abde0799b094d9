import gc

import torch

def epoch(loader, step):
    for batch in loader:
        step(batch)
    gc.collect()
    torch.cuda.empty_cache()
# defect
import gc

import torch

def epoch(loader, step):
    for batch in loader:
        step(batch)
    torch.cuda.empty_cache()
    gc.collect()
# findings
8: TFC704 safe
