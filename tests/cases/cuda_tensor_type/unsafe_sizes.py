import torch


def empty(device, x, n, m):
    a = torch.cuda.FloatTensor(3)
    b = torch.cuda.FloatTensor(n, m).fill_(0)
    c = torch.cuda.LongTensor(x.size()).zero_()
    d = torch.cuda.HalfTensor(x.size(0), *x.shape[1:]).normal_()
    e = torch.cuda.ByteTensor(len(x))
    return a, b, c, d, e, torch.cuda.FloatTensor(), torch.cuda.IntTensor(2 * x.size(0))
