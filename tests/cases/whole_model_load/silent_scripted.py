import torch

model = torch.jit.load("net.pt")
model.eval()
