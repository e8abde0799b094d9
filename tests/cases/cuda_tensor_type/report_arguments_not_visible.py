import torch


def cast(x, options):
    return x.type(torch.cuda.FloatTensor, **options)
