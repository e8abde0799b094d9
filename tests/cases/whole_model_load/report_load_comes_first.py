import torch
from torch import nn

net = nn.Linear(2, 1)
net = torch.load("net.pt")
net.train()
list(net.parameters())
for epoch in range(3):
    torch.save(net, "net.pt")
# findings
5: TFC503 report left so another program wrote it
