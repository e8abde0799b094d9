import gc

import torch

torch.cuda.empty_cache()  # give it back
gc.collect()
# output
import gc

import torch

gc.collect()
torch.cuda.empty_cache()  # give it back
