import gc

import torch

def clean(model):
    model.cpu()
    torch.cuda.empty_cache()
    gc.collect()
# output
import gc

import torch

def clean(model):
    model.cpu()
    gc.collect()
    torch.cuda.empty_cache()
