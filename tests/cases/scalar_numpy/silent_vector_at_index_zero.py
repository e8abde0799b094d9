import torch

grads = torch.ones(2, 3)
first = grads.data.numpy()[0]
names = ["a", "b"]
