import gc

import torch

gc.collect()
torch.cuda.empty_cache()
torch.cuda.ipc_collect()
# defect
import gc

import torch

torch.cuda.empty_cache()
gc.collect()
torch.cuda.ipc_collect()
# findings
5: TFC704 safe
