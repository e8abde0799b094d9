import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.cell = nn.LSTMCell(4, 4)

    def forward(self, x):
        steps = torch.arange(4, device=x.device)
        return self.fc(x * steps)


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
        steps = torch.arange(4)
        return self.fc(x * steps)


net = Net()
if torch.cuda.is_available():
    net.cuda()
# findings
13: TFC305 unsafe
