import torch


def is_float(x):
    if isinstance(x, torch.cuda.FloatTensor) or isinstance(x, (torch.cuda.HalfTensor, torch.FloatTensor)):
        return True
    if type(x) == torch.cuda.FloatTensor or type(x) is torch.cuda.LongTensor:
        return True
    return x.type() == "torch.cuda.FloatTensor" or x.type() in [torch.cuda.DoubleTensor]
