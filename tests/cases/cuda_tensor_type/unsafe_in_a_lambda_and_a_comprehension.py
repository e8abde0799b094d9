import torch


def make(device, rows):
    return [torch.cuda.FloatTensor([a, b]) for a, b in rows], lambda x: x.type(torch.cuda.FloatTensor)
