import gc

import torch

def folds(train, data):
    for part in data:
        train(part)
        gc.collect()
        torch.cuda.empty_cache()
# defect
import gc

import torch

def folds(train, data):
    for part in data:
        train(part)
        torch.cuda.empty_cache()
        gc.collect()
# findings
8: TFC704 safe
