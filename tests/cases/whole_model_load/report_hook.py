import torch
from torch import nn

net = nn.Linear(2, 1)
net.register_forward_hook(log)
torch.save(net, "net.pt")
best = torch.load("net.pt")
# findings
7: TFC503 report left line 5 changes it by `.register_forward_hook(..)`
