import numpy as np
import torch
from torch import nn, optim

net = nn.Linear(2, 1)
optimizer = optim.SGD(net.parameters(), lr=0.1)
best = 0.0
for epoch in range(3):
    optimizer.zero_grad()
    loss = net(torch.ones(4, 2)).mean()
    loss.backward()
    optimizer.step()
    best = max(best, loss.item())
    torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch, "history": [best]}, "last.pt")
checkpoint = torch.load("last.pt", weights_only=True)
net.load_state_dict(checkpoint["net"])
# defect
import numpy as np
import torch
from torch import nn, optim

net = nn.Linear(2, 1)
optimizer = optim.SGD(net.parameters(), lr=0.1)
best = 0.0
for epoch in range(3):
    optimizer.zero_grad()
    loss = net(torch.ones(4, 2)).mean()
    loss.backward()
    optimizer.step()
    best = max(best, loss.item())
    torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch, "history": [np.array([best])]}, "last.pt")
checkpoint = torch.load("last.pt")
net.load_state_dict(checkpoint["net"])
# findings
15: TFC504 report
