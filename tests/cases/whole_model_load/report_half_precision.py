import torch
from torch import nn

net = nn.Linear(2, 1)
net.half()
torch.save(net, "net.pt")
best = torch.load("net.pt")
# findings
7: TFC503 report left changes it by `.half(..)`
