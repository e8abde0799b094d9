# flags: --unsafe-fixes
import torch


def scale(x):
    if x.is_cuda:
        return x * torch.cuda.FloatTensor([1.0])
    return x * torch.FloatTensor([1.0])
# output
import torch


def scale(x):
    if x.is_cuda:
        return x * torch.tensor([1.0], dtype=torch.float32, device=x.device)
    return x * torch.FloatTensor([1.0])
