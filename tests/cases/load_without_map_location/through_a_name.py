import torch
from torch import nn

net = nn.Linear(3, 1)
state = torch.load("net.pt")
net.load_state_dict(state, strict=False)
# output
import torch
from torch import nn

net = nn.Linear(3, 1)
state = torch.load("net.pt", map_location="cpu")
net.load_state_dict(state, strict=False)
