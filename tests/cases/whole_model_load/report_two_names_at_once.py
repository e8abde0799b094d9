import torch
from torch import nn

net = nn.Linear(2, 1)
torch.save(net, "net.pt")
a = b = torch.load("net.pt")
# findings
6: TFC503 report left gives other names a value
