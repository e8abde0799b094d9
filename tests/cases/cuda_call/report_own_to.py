import torch
from torch import nn


class Net(nn.Module):
    def to(self, device):
        self.where = device


net = Net().cuda()
# findings
10: TFC301 report left `to` of its own
