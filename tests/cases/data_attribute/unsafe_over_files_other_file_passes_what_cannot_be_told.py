# path: util.py
# other: main.py
#| import util
#| from elsewhere import load
#| print(util.size(load()))
import torch


def size(seq):
    return seq.data.size(0)


print(size(torch.ones(2, 3)))
