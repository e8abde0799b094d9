import torch
from mine import gc

torch.cuda.empty_cache()
gc.collect()
