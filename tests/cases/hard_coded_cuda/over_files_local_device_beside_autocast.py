# path: kernels.py
# other: main.py
#| import torch
#| import kernels
#| kernels.load()
#| with torch.autocast("cpu"):
#|     print(torch.ones(2, 2) @ torch.ones(2, 2))
import torch


def load():
    device = torch.device("cuda")
    once = torch.rand(1, 1).to(device)
    return once.size(0)
# output
import torch


def load():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    once = torch.rand(1, 1).to(device)
    return once.size(0)
