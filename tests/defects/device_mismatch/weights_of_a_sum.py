import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.cell = nn.LSTMCell(4, 4)

    def forward(self, x):
        w = torch.linspace(0, 1, 4, device=x.device)
        return (x * w).sum(1)


net = Net()
if torch.cuda.is_available():
    net.cuda()
# defect
import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.cell = nn.LSTMCell(4, 4)

    def forward(self, x):
        w = torch.linspace(0, 1, 4)
        return (x * w).sum(1)


net = Net()
if torch.cuda.is_available():
    net.cuda()
# findings
13: TFC305 unsafe
