import torch
from mylib import DeepFool

model.eval()
method = DeepFool(model)
for x, y in loader:
    x = method(x)
    print((model(x).argmax(1) == y).sum().item())
