# flags: --unsafe-fixes
import torch


def make(device, x):
    return torch.cuda.FloatTensor([
        1.0,  # the first
        2.0,
    ]), x.type(
        torch.cuda.FloatTensor
    )
# output
import torch


def make(device, x):
    return torch.tensor([
        1.0,  # the first
        2.0,
    ], dtype=torch.float32, device=device), x.to(
        device, dtype=torch.float32
    )
