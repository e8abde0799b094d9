# other: base.py
#| import torch.nn as nn
#| import torch
from base import *


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.fc.weight.data.zero_()
# output
from base import *


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.fc.weight.detach().zero_()
