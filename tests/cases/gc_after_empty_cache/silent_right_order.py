import gc

import torch

def clean(model):
    model.cpu()
    gc.collect()
    torch.cuda.empty_cache()
