import torch
from torch import nn

net = nn.Linear(2, 2)
net.cuda()


def main():
    device = torch.device("cpu")
    return device
# output
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = nn.Linear(2, 2)
net.to(device)


def main():
    device = torch.device("cpu")
    return device
