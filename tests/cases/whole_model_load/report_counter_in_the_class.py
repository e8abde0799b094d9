import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = 0

    def forward(self, x):
        self.steps += 1
        return x / self.steps


net = Net()
torch.save(net, "net.pt")
net = torch.load("net.pt")
# findings
17: TFC503 report left counts in `self.steps`
