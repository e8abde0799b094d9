import torch

x = torch.zeros(3).cuda(1)
y = torch.zeros(3).cuda(device=0)
z = torch.zeros(3).cuda("cuda:1")
# output
import torch

x = torch.zeros(3).to("cuda:1")
y = torch.zeros(3).to(device="cuda:0")
z = torch.zeros(3).to("cuda:1")
