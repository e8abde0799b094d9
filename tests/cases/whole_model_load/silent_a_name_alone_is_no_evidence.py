import torch

model = torch.load("model.pt")
vectors = model["vectors"]
