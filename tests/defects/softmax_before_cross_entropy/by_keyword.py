import torch
from torch import nn
from torch.nn import functional as F


model = nn.Linear(4, 2)
x, y = torch.randn(8, 4), torch.zeros(8).long()
loss = F.cross_entropy(input=model(x), target=y)
loss.backward()
# defect
import torch
from torch import nn
from torch.nn import functional as F


model = nn.Linear(4, 2)
x, y = torch.randn(8, 4), torch.zeros(8).long()
loss = F.cross_entropy(input=F.softmax(model(x), dim=1), target=y)
loss.backward()
# findings
8: TFC803 unsafe
