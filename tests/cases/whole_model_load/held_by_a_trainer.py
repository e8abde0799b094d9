# flags: --unsafe-fixes
import torch
from torch import nn

from training import Trainer

net = nn.Linear(2, 1)
trainer = Trainer(net)
torch.save(net, "net.pt")
net = torch.load("net.pt")
# output
import torch
from torch import nn

from training import Trainer

net = nn.Linear(2, 1)
trainer = Trainer(net)
torch.save(net.state_dict(), "net.pt")
net = nn.Linear(2, 1)
net.load_state_dict(torch.load("net.pt", map_location="cpu"))
