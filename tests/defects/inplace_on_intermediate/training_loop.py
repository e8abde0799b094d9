import torch
from torch import nn
from torch.nn import functional as F

model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(5):
    probs = torch.softmax(model(torch.randn(4, 3)), dim=1)
    probs = probs + 1e-3
    loss = -torch.log(probs + 1e-6)[:, 0].mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# defect
import torch
from torch import nn
from torch.nn import functional as F

model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(5):
    probs = torch.softmax(model(torch.randn(4, 3)), dim=1)
    probs += 1e-3
    loss = -torch.log(probs + 1e-6)[:, 0].mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# findings
9: TFC603 report
