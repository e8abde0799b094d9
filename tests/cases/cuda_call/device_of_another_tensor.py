import torch

x = torch.zeros(3)
y = torch.ones(3).cuda(x.device)
# output
import torch

x = torch.zeros(3)
y = torch.ones(3).to(x.device)
