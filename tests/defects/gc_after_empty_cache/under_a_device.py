import gc

import torch

with torch.cuda.device(0):
    gc.collect()
    torch.cuda.empty_cache()
# defect
import gc

import torch

with torch.cuda.device(0):
    torch.cuda.empty_cache()
    gc.collect()
# findings
6: TFC704 safe
