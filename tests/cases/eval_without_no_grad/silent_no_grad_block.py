import torch

model.eval()
with torch.no_grad():
    for x in loader:
        print(model(x).argmax(1).tolist())
