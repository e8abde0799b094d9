import torch
from torch import nn

model = nn.Linear(8, 4)
x = torch.ones(2, 8)

device = torch.device("cuda")
kind = device.type
if torch.cuda.is_available():
    model.to(device)
with torch.autocast(kind):
    print(model(x).dtype)
