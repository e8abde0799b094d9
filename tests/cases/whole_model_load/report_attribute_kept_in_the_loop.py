import torch
from torch import nn

net = nn.Linear(2, 1)
for epoch in range(3):
    net.epoch = epoch
    torch.save(net, "best.pt")
net = torch.load("best.pt")
print(net.epoch)
# findings
8: TFC503 report left line 6 sets `net.epoch`
