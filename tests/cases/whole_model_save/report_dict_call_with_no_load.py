import torch
from torch import nn

model = nn.Linear(2, 1)
torch.save(dict(model=model, epoch=7), "last.pt")
# findings
5: TFC502 report left a dictionary that holds whole models
