import torch


def start(x: torch.Tensor, bsz, hid):
    h0 = x.data.new(bsz, hid).zero_()
    h1 = x.data.new(x.size()).zero_()
    h2 = x.data.new(4).zero_()
    h3 = x.data.new(2, *x.shape).zero_()
    print(h0, h1, h2, h3)
# output
import torch


def start(x: torch.Tensor, bsz, hid):
    h0 = x.new_zeros(bsz, hid)
    h1 = x.new_zeros(x.size())
    h2 = x.new_zeros(4)
    h3 = x.new_zeros(2, *x.shape)
    print(h0, h1, h2, h3)
