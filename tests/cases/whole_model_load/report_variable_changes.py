import torch

from models import Net

size = 3
model = Net(size)
model.train()
list(model.parameters())
torch.save(model, "net.pt")
size = 4
best = torch.load("net.pt")
# findings
11: TFC503 report left `size` in its constructor call changes in between
