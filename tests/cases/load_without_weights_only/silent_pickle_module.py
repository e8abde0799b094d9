import dill
import torch

state = torch.load("a.pt", pickle_module=dill)
