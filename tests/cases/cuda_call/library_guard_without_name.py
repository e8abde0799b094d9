import torch


def make(use_cuda):
    x = torch.zeros(3)
    if use_cuda:
        x = x.cuda()
    return x
# output
import torch


def make(use_cuda):
    x = torch.zeros(3)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if use_cuda:
        x = x.to(device)
    return x
