import gc

import torch

torch.cuda.empty_cache()  # give it back
gc.collect()
