import torch
from settings import gpu

x = torch.zeros(3).cuda(gpu)
