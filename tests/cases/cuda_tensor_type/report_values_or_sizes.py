import torch


def make(n, opt, data):
    a = torch.cuda.FloatTensor(n)
    b = torch.cuda.LongTensor(opt.batch_size)
    c = torch.cuda.ByteTensor(data["mask"])
    d = torch.cuda.FloatTensor(*n)
    e = torch.cuda.FloatTensor(n * 2)
    return a, b, c, d, e, torch.cuda.FloatTensor(compute(n))
# findings
5: TFC303 report left its argument can be values or sizes
6: TFC303 report left its argument can be values or sizes
7: TFC303 report left its argument can be values or sizes
8: TFC303 report left its argument can be values or sizes
9: TFC303 report left its argument can be values or sizes
10: TFC303 report left its argument can be values or sizes
