import torch
from torch import nn

model, crit = nn.Linear(2, 1), nn.MSELoss()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
torch.save([model, crit, opt], f)
model, crit, opt = torch.load(f)
# findings
6: TFC502 report left save a dictionary of state_dicts
