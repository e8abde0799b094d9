import torch


def make(device):
    a = torch.cuda.FloatTensor([1]); b = torch.cuda.FloatTensor(2, 3)
    return a, b
