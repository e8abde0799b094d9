import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 2).cuda()
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
# output
import torch
from torch import nn


class Agent:
    def __init__(self):
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.net = nn.Linear(2, 2).to(device)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
