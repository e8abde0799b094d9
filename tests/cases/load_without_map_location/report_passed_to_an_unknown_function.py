import torch

from mine import build

vocabulary = torch.load("vocab.pt")
fields = build(vocabulary)
