import torch

state = torch.load("pretrained.pt")
