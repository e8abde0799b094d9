# flags: --unsafe-fixes
import torch


def make(device):
    a = torch.cuda.FloatTensor([1]); b = torch.cuda.FloatTensor(2, 3)
    return a, b
# output
import torch


def make(device):
    a = torch.tensor([1], dtype=torch.float32, device=device); b = torch.empty(2, 3, device=device)
    return a, b
