import torch

mask = torch.ByteTensor([1, 0])
y = torch.ones(2).masked_select(mask=mask)
# output
import torch

mask = torch.ByteTensor([1, 0])
y = torch.ones(2).masked_select(mask=mask.bool())
