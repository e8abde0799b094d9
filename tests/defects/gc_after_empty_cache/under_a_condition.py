import gc

import torch

if torch.cuda.is_available():
    gc.collect()
    torch.cuda.empty_cache()
# defect
import gc

import torch

if torch.cuda.is_available():
    torch.cuda.empty_cache()
    gc.collect()
# findings
6: TFC704 safe
