import gc

import torch

gc.collect()
torch.cuda.empty_cache()
gc.collect()
