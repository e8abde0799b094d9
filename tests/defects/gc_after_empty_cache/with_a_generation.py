import gc

import torch

gc.collect(2)
torch.cuda.empty_cache()
# defect
import gc

import torch

torch.cuda.empty_cache()
gc.collect(2)
# findings
5: TFC704 safe
