import torch
from torch import nn

model = nn.Linear(8, 4)
x = torch.ones(2, 8)

device = torch.device("cuda")
model.to(device)
with torch.autocast(device.type):
    print(model(x.to(device)).dtype)
# output
import torch
from torch import nn

model = nn.Linear(8, 4)
x = torch.ones(2, 8)

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model.to(device)
with torch.autocast(device.type):
    print(model(x.to(device)).dtype)
