import torch
import torchattacks

model.eval()
atk = torchattacks.PGD(model)
hits = 0
for x, y in loader:
    hits += (model(atk(x, y)).argmax(1) == y).sum().item()
