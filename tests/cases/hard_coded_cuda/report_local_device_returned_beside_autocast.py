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
    if torch.cuda.is_available():
        torch.rand(1, 1).to(device)
    return device
