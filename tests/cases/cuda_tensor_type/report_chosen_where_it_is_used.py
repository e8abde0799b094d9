import torch


def cast(x, gpu):
    return x.type(torch.cuda.FloatTensor if gpu >= 0 else torch.FloatTensor)
