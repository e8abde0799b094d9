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
    a = img.new(img.size()).normal_(0, s)
    b = img.new([2, 3]).zero_()
    c = img.new(given).zero_()
    d = img.new(*given).zero_()
    e = img.new(2, 3).fill_(7)
    f = img.new_full((2, 3), 7)
    g = img.new(*img.shape).zero_()
    print(a, b, c, d, e, f, g)
