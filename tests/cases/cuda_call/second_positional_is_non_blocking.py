import torch

d = torch.device("cuda:1")
x = torch.zeros(3)
x = x.cuda(d, True)
# output
import torch

d = torch.device("cuda:1")
x = torch.zeros(3)
x = x.to(d, non_blocking=True)
