# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Linear(4, 2)
net = torch.load("net.pt")
other = torch.load("net.pt")
print(net(torch.ones(1, 4)), other(torch.ones(1, 4)), torch.cuda.is_available())
# output
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = nn.Linear(4, 2)
net = torch.load("net.pt", map_location=device)
other = torch.load("net.pt", map_location=device)
print(net(torch.ones(1, 4)), other(torch.ones(1, 4)), torch.cuda.is_available())
