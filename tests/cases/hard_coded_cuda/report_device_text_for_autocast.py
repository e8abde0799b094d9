import torch
from torch import nn

model = nn.Linear(8, 4)
x = torch.ones(2, 8)

device = "cuda"
if torch.cuda.is_available():
    model = model.to(device)
    x = x.to(device)
with torch.autocast(device_type=device):
    print(model(x).dtype)
