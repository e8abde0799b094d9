# flags: --unsafe-fixes
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("noise", torch.randn(3))
        self.weight = nn.Parameter(torch.randn(3))

    def forward(self, x):
        return x * self.weight + self.noise


net = Net()
torch.save(net, "net.pt")
best = torch.load("net.pt")
# output
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("noise", torch.randn(3))
        self.weight = nn.Parameter(torch.randn(3))

    def forward(self, x):
        return x * self.weight + self.noise


net = Net()
torch.save(net.state_dict(), "net.pt")
best = Net()
best.load_state_dict(torch.load("net.pt", map_location="cpu"))
