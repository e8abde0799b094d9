import torch
from torch.cuda import synchronize

synchronize()
# output
import torch
from torch.cuda import synchronize

if torch.cuda.is_available():
    synchronize()
