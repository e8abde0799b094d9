# path: util.py
# other: main.py
#| import torch
#| import util
#| print(util.size(torch.zeros(3).cuda()))
import torch


def size(seq):
    return seq.data.size(0)


print(size(torch.ones(2, 3)))
# output
import torch


def size(seq):
    return seq.size(0)


print(size(torch.ones(2, 3)))
