import torch


def noise(img: torch.Tensor, s, given):
    a = img.data.new(img.size()).normal_(0, s)
    b = img.data.new([2, 3]).zero_()
    c = img.data.new(given).zero_()
    d = img.data.new(*given).zero_()
    e = img.data.new(2, 3).fill_(7)
    f = img.data.new_full((2, 3), 7)
    g = img.data.new(*img.shape).zero_()
    print(a, b, c, d, e, f, g)
# output
import torch


def noise(img: torch.Tensor, s, given):
    a = img.detach().new(img.size()).normal_(0, s)
    b = img.detach().new([2, 3]).zero_()
    c = img.detach().new(given).zero_()
    d = img.detach().new(*given).zero_()
    e = img.detach().new(2, 3).fill_(7)
    f = img.new_full((2, 3), 7)
    g = img.detach().new(*img.shape).zero_()
    print(a, b, c, d, e, f, g)
