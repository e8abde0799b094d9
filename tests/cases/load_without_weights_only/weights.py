import torch
from torch import nn

net = nn.Linear(2, 1)
torch.save(net.state_dict(), "net.pt")
net.load_state_dict(torch.load("net.pt"))  # back
# output
import torch
from torch import nn

net = nn.Linear(2, 1)
torch.save(net.state_dict(), "net.pt")
net.load_state_dict(torch.load("net.pt", weights_only=True))  # back
# findings
6: TFC504 safe fixed does not say
