import torch
from torch import nn
from torch.utils.data import DataLoader

model = nn.Linear(4, 2).cuda()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


@torch.no_grad()
def validate(val_loader):
    hits = 0
    for x, y in val_loader:
        hits += (model(x.cuda()).argmax(1).cpu() == y).sum().item()
    torch.cuda.empty_cache()
    return hits
# defect
import torch
from torch import nn
from torch.utils.data import DataLoader

model = nn.Linear(4, 2).cuda()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


@torch.no_grad()
def validate(val_loader):
    hits = 0
    for x, y in val_loader:
        hits += (model(x.cuda()).argmax(1).cpu() == y).sum().item()
        torch.cuda.empty_cache()
    return hits
# findings
15: TFC703 report
