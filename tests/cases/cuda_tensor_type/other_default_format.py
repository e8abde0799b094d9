# flags: --unsafe-fixes
import torch

torch.set_default_dtype(torch.float64)


def make(device):
    return torch.cuda.FloatTensor(2, 3)
# output
import torch

torch.set_default_dtype(torch.float64)


def make(device):
    return torch.empty(2, 3, dtype=torch.float32, device=device)
