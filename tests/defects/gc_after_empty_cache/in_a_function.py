import gc

import torch

def clean(model):
    model.cpu()
    gc.collect()
    torch.cuda.empty_cache()
# defect
import gc

import torch

def clean(model):
    model.cpu()
    torch.cuda.empty_cache()
    gc.collect()
# findings
7: TFC704 safe
