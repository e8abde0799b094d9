# flags: --target-torch 2.4
import torch
from torch import nn

net = nn.Linear(2, 1)
torch.save(net.state_dict(), "net.pt")
net.load_state_dict(torch.load("net.pt"))
# findings
6: TFC504 report left before torch 2.6
