import torch
from torch import nn
from torch.nn import functional as F


model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)).to('cpu')
criterion = nn.CrossEntropyLoss()
x, y = torch.randn(8, 4), torch.zeros(8).long()
loss = criterion(model(x), y)
loss.backward()
# defect
import torch
from torch import nn
from torch.nn import functional as F


model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2), nn.Softmax(dim=1)).to('cpu')
criterion = nn.CrossEntropyLoss()
x, y = torch.randn(8, 4), torch.zeros(8).long()
loss = criterion(model(x), y)
loss.backward()
# findings
9: TFC803 report
