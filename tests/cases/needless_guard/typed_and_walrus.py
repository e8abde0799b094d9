import torch

use_cuda = torch.cuda.is_available()
device: torch.device = torch.device("cuda" if use_cuda else "cpu")
net = torch.nn.Linear(2, 2)
x = torch.ones(2)
if use_cuda:
    net: torch.nn.Module = net.to(device)
    (x := x.to(device))
net(x)
# output
import torch

use_cuda = torch.cuda.is_available()
device: torch.device = torch.device("cuda" if use_cuda else "cpu")
net = torch.nn.Linear(2, 2)
x = torch.ones(2)
net: torch.nn.Module = net.to(device)
(x := x.to(device))
net(x)
