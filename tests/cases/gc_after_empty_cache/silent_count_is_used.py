import gc

import torch

torch.cuda.empty_cache()
found = gc.collect()
