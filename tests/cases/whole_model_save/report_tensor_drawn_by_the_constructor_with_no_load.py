import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.directions = torch.randn(3)


net = Net()
torch.save(net, "net.pt")
# findings
12: TFC502 report left line 8 draws `self.directions`
