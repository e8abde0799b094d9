import torch
from torch import nn
from torch.nn import functional as F



def train(model, loader, optimizer):
    for x, y in loader:
        out = torch.sigmoid(model(x))
        out = out.clamp(1e-6, 1 - 1e-6)
        loss = F.binary_cross_entropy(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


train(nn.Linear(3, 1), [], None)
# defect
import torch
from torch import nn
from torch.nn import functional as F



def train(model, loader, optimizer):
    for x, y in loader:
        out = torch.sigmoid(model(x))
        out.clamp_(1e-6, 1 - 1e-6)
        loss = F.binary_cross_entropy(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


train(nn.Linear(3, 1), [], None)
# findings
10: TFC603 report
