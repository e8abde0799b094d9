import dill
import torch

state = torch.load("a.pt", "cpu", dill)
