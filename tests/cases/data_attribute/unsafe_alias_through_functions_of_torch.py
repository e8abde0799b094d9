import torch
from torch import nn


class Memory:
    def keep(self, model, x):
        hidden = torch.relu(model(x))
        self.one = torch.squeeze(hidden.data)
        self.two = torch.as_tensor(hidden.data)
        self.three = nn.Parameter(hidden.data)
        self.four = hidden.data.mul_(2)
        self.five = torch.relu(hidden.data)
# output
import torch
from torch import nn


class Memory:
    def keep(self, model, x):
        hidden = torch.relu(model(x))
        self.one = torch.squeeze(hidden.data)
        self.two = torch.as_tensor(hidden.data)
        self.three = nn.Parameter(hidden.data)
        self.four = hidden.data.mul_(2)
        self.five = torch.relu(hidden.detach())
# findings
8: TFC601 unsafe left leaves the function on line 8
9: TFC601 unsafe left leaves the function on line 9
10: TFC601 unsafe left leaves the function on line 10
11: TFC601 unsafe left
12: TFC601 safe fixed
