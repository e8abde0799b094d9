import gc

import torch

model = torch.nn.Linear(2, 2).cuda()
del model
gc.collect()
torch.cuda.empty_cache()
# defect
import gc

import torch

model = torch.nn.Linear(2, 2).cuda()
del model
torch.cuda.empty_cache()
gc.collect()
# findings
7: TFC704 safe
