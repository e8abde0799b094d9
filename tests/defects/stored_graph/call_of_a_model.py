import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

model = nn.Linear(4, 2)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = DataLoader(TensorDataset(torch.randn(32, 4), torch.zeros(32).long()), batch_size=8)
outputs = []
for x, y in loader:
    out = model(x)
    outputs.append(model(x).detach())
hits = sum((out.argmax(1) == 0).sum().item() for out in outputs)
print(hits)
# defect
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

model = nn.Linear(4, 2)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = DataLoader(TensorDataset(torch.randn(32, 4), torch.zeros(32).long()), batch_size=8)
outputs = []
for x, y in loader:
    out = model(x)
    outputs.append(model(x))
hits = sum((out.argmax(1) == 0).sum().item() for out in outputs)
print(hits)
# findings
13: TFC702 unsafe
