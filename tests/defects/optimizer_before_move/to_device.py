import torch
from torch import nn, optim

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = nn.Linear(2, 1)
net.to(device)
optimizer = optim.Adagrad(net.parameters(), lr=0.1)
for epoch in range(3):
    optimizer.zero_grad()
    net(torch.ones(4, 2, device=device)).mean().backward()
    optimizer.step()
# defect
import torch
from torch import nn, optim

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = nn.Linear(2, 1)
optimizer = optim.Adagrad(net.parameters(), lr=0.1)
net.to(device)
for epoch in range(3):
    optimizer.zero_grad()
    net(torch.ones(4, 2, device=device)).mean().backward()
    optimizer.step()
# findings
6: TFC307 report
