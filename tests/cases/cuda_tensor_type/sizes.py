# flags: --unsafe-fixes
import torch


def empty(device, x, n, m):
    a = torch.cuda.FloatTensor(3)
    b = torch.cuda.FloatTensor(n, m).fill_(0)
    c = torch.cuda.LongTensor(x.size()).zero_()
    d = torch.cuda.HalfTensor(x.size(0), *x.shape[1:]).normal_()
    e = torch.cuda.ByteTensor(len(x))
    return a, b, c, d, e, torch.cuda.FloatTensor(), torch.cuda.IntTensor(2 * x.size(0))
# output
import torch


def empty(device, x, n, m):
    a = torch.empty(3, device=device)
    b = torch.empty(n, m, device=device).fill_(0)
    c = torch.empty(x.size(), dtype=torch.int64, device=device).zero_()
    d = torch.empty(x.size(0), *x.shape[1:], dtype=torch.float16, device=device).normal_()
    e = torch.empty(len(x), dtype=torch.uint8, device=device)
    return a, b, c, d, e, torch.empty(0, device=device), torch.empty(2 * x.size(0), dtype=torch.int32, device=device)
