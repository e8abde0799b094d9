import torch
from torch import nn
from torch.utils.data import DataLoader

import gc

model = nn.Linear(4, 2).cuda()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = DataLoader(dataset, batch_size=8)


def clean():
    gc.collect()
    torch.cuda.empty_cache()


for x, y in loader:
    optimizer.zero_grad()
    loss = criterion(model(x.cuda()), y.cuda())
    loss.backward()
    optimizer.step()
clean()
# defect
import torch
from torch import nn
from torch.utils.data import DataLoader

import gc

model = nn.Linear(4, 2).cuda()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = DataLoader(dataset, batch_size=8)


def clean():
    gc.collect()
    torch.cuda.empty_cache()


for x, y in loader:
    optimizer.zero_grad()
    loss = criterion(model(x.cuda()), y.cuda())
    loss.backward()
    optimizer.step()
    clean()
# findings
15: TFC703 report
