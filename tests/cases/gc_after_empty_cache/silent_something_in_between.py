import gc

import torch

torch.cuda.empty_cache()
print(torch.cuda.memory_allocated())
gc.collect()
