# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Linear(3, 1).cuda()
torch.save(net, "net.pt")
best = torch.load("net.pt", map_location="cpu")
other = torch.load("net.pt", map_location=lambda storage, loc: storage)
third = torch.load("net.pt", map_location=torch.device("cpu"))
# output
import torch
from torch import nn

net = nn.Linear(3, 1).cuda()
torch.save(net.state_dict(), "net.pt")
best = nn.Linear(3, 1)
best.load_state_dict(torch.load("net.pt", map_location="cpu"))
other = nn.Linear(3, 1)
other.load_state_dict(torch.load("net.pt", map_location=lambda storage, loc: storage))
third = nn.Linear(3, 1)
third.load_state_dict(torch.load("net.pt", map_location=torch.device("cpu")))
