# flags: --unsafe-fixes
import copy

import torch
from torch import nn

net = nn.Linear(2, 1)
best = copy.deepcopy(net)
torch.save(best, "best_{0}.pt".format("net"))
final = torch.load("best_net.pt")
# output
import copy

import torch
from torch import nn

net = nn.Linear(2, 1)
best = copy.deepcopy(net)
torch.save(best.state_dict(), "best_{0}.pt".format("net"))
final = nn.Linear(2, 1)
final.load_state_dict(torch.load("best_net.pt", map_location="cpu"))
