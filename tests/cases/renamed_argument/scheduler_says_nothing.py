import torch
from torch.optim import lr_scheduler

s = lr_scheduler.ReduceLROnPlateau(optimizer, 'min', verbose=True)
# output
import torch
from torch.optim import lr_scheduler

s = lr_scheduler.ReduceLROnPlateau(optimizer, 'min')
