import gc

import torch

def f():
    torch.cuda.empty_cache()


gc.collect()
