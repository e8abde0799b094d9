# flags: --unsafe-fixes
import torch
from torch import nn

model = nn.Linear(2, 1)
torch.save(dict(model=model, epoch=7), "last.pt")
# output
import torch
from torch import nn

model = nn.Linear(2, 1)
torch.save(dict(model=model.state_dict(), epoch=7), "last.pt")
