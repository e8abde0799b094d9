import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    def forward(self, x):
        noise = torch.zeros(3).cuda()
        return self.l(x) + noise
# output
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    def forward(self, x):
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        noise = torch.zeros(3).to(device)
        return self.l(x) + noise
