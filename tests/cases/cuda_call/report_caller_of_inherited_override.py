import torch
from torch import nn


class Base(nn.Module):
    def cuda(self, device=None):
        self.moved = True
        return super().cuda(device)


class Net(Base):
    pass


net = Net().cuda()
# findings
15: TFC301 report left overrides `cuda()`
