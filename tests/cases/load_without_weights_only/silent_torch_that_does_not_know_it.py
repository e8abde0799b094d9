# flags: --target-torch 1.12
import torch

state = torch.load("a.pt")
