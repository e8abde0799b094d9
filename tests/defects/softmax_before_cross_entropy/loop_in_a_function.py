import torch
from torch import nn
from torch.nn import functional as F



def train(model, loader, optimizer):
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
# defect
import torch
from torch import nn
from torch.nn import functional as F



def train(model, loader, optimizer):
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x).softmax(1), y)
        loss.backward()
        optimizer.step()
# findings
11: TFC803 unsafe
