import torch
from torch import nn

model = nn.Linear(8, 4)
x = torch.ones(2, 8)

with torch.autocast(torch.device("cuda").type):
    print(model(x).dtype)
