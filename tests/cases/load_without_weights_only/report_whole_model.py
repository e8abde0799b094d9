import torch
from torch import nn

net = nn.Linear(2, 1)
torch.save(net, "net.pt")
net = torch.load("net.pt")
net.eval()
# findings
6: TFC504 report left a whole model is saved
