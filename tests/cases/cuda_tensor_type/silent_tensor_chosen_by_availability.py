import torch


def start(n, first):
    return torch.cuda.LongTensor([first] * n) if torch.cuda.is_available() else torch.LongTensor([first] * n)
