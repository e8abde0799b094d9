import argparse

import torch
from torch import nn, optim

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.1)
args = parser.parse_args()
net = nn.Linear(2, 1)
optimizer = optim.SGD(net.parameters(), lr=0.1)
best = 0.0
for epoch in range(3):
    optimizer.zero_grad()
    loss = net(torch.ones(4, 2)).mean()
    loss.backward()
    optimizer.step()
    best = max(best, loss.item())
    torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch, "args": vars(args)}, "last.pt")
checkpoint = torch.load("last.pt", weights_only=True)
net.load_state_dict(checkpoint["net"])
# defect
import argparse

import torch
from torch import nn, optim

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.1)
args = parser.parse_args()
net = nn.Linear(2, 1)
optimizer = optim.SGD(net.parameters(), lr=0.1)
best = 0.0
for epoch in range(3):
    optimizer.zero_grad()
    loss = net(torch.ones(4, 2)).mean()
    loss.backward()
    optimizer.step()
    best = max(best, loss.item())
    torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch, "args": args}, "last.pt")
checkpoint = torch.load("last.pt")
net.load_state_dict(checkpoint["net"])
# findings
19: TFC504 report
