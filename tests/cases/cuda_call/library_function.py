import torch


def to_gpu(x):
    return x.cuda()
# output
import torch


def to_gpu(x):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x.to(device)
