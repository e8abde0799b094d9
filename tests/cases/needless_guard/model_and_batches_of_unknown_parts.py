import torch
from torch.utils.data import DataLoader

use_cuda = torch.cuda.is_available()
device = torch.device("cuda" if use_cuda else "cpu")
net = torch.nn.Linear(2, 2)
if use_cuda:
    net.to(device)
for x, y in DataLoader(data):
    if use_cuda:
        x, y = x.to(device), y.to(device, non_blocking=True)
    net(x)
# output
import torch
from torch.utils.data import DataLoader

use_cuda = torch.cuda.is_available()
device = torch.device("cuda" if use_cuda else "cpu")
net = torch.nn.Linear(2, 2)
net.to(device)
for x, y in DataLoader(data):
    if use_cuda:
        x, y = x.to(device), y.to(device, non_blocking=True)
    net(x)
