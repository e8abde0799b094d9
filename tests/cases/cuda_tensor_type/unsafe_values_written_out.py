import torch


def table(device, a, b):
    x = torch.cuda.FloatTensor([1, 2.5])
    y = torch.cuda.LongTensor([[1, 2], [3, 4]])
    z = torch.cuda.ByteTensor([v > 0 for v in a])
    w = torch.cuda.IntTensor((1, 2))
    return x, y, z, w, torch.cuda.DoubleTensor([0] * len(b)), torch.cuda.BoolTensor(list(a))
