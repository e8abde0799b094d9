import torch as th
from torch import load, nn
from torch import load as read

net = nn.Linear(2, 2)
net.load_state_dict(th.load("a.pt"))
net.load_state_dict(load("b.pt"))
net.load_state_dict(read("c.pt"))
# output
import torch as th
from torch import load, nn
from torch import load as read

net = nn.Linear(2, 2)
net.load_state_dict(th.load("a.pt", map_location="cpu"))
net.load_state_dict(load("b.pt", map_location="cpu"))
net.load_state_dict(read("c.pt", map_location="cpu"))
