import torch

data = torch.load("corpus.pt")
train(data)
