import gc

import torch

gc.collect()
torch.cuda.empty_cache()
# defect
import gc

import torch

torch.cuda.empty_cache()
gc.collect()
# findings
5: TFC704 safe
