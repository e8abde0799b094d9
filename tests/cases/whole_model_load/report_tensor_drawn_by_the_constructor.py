import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.noise = torch.randn(3)

    def forward(self, x):
        return x + self.noise


net = Net()
torch.save(net, "net.pt")
best = torch.load("net.pt")
# findings
16: TFC503 report left draws `self.noise`
