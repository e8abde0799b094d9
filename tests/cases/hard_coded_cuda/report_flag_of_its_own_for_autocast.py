# path: main.py
import torch
from torch import nn
DEVICE = torch.device("cuda")
def amp():
    return torch.autocast(DEVICE.type)
model = nn.Linear(8, 4)
x = torch.full((2, 8), 0.123)
use = torch.cuda.is_available()
if use:
    model, x = model.to(DEVICE), x.to(DEVICE)
with torch.no_grad():
    for p in model.parameters():
        p.fill_(0.111)
with amp():
    y = model(x)
print(y.dtype, y.double().sum().item())
