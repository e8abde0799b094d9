import torch
from torch import nn

net = nn.Linear(2, 1)
torch.save(net, "a.pt")
net.best = net = torch.load("a.pt")

other = nn.Linear(2, 1)
torch.save(other, "b.pt")
other, steps = torch.load("b.pt"), count()

third = nn.Linear(2, 1)
torch.save(third, "c.pt")
third, fourth = torch.load("c.pt"), third
# findings
6: TFC503 report left gives other names a value
10: TFC503 report left gives other names a value
14: TFC503 report left gives other names a value
