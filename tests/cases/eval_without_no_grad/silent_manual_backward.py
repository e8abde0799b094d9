import torch

model.eval()
for x, y in loader:
    loss = criterion(model(x), y)
    accelerator.backward(loss)
    print(loss.item())
