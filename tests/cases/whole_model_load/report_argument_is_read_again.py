import torch

from models import Net
from data import vectors

model = Net(vectors("glove"))
model.train()
list(model.parameters())
torch.save(model, "net.pt")
best = torch.load("net.pt")
# findings
10: TFC503 report left calls `vectors(..)`, which is not repeated
