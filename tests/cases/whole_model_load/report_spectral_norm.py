import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 1))
nn.utils.spectral_norm(net[0])
torch.save(net, "net.pt")
best = torch.load("net.pt")
# findings
7: TFC503 report left changes it by `spectral_norm(..)`
