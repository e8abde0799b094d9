# flags: --unsafe-fixes
import torch


def weights(use_cuda, device):
    if use_cuda:
        return torch.cuda.FloatTensor([1.0, 2.0])
    return torch.FloatTensor([1.0, 2.0])
# output
import torch


def weights(use_cuda, device):
    if use_cuda:
        return torch.tensor([1.0, 2.0], dtype=torch.float32, device=device)
    return torch.FloatTensor([1.0, 2.0])
