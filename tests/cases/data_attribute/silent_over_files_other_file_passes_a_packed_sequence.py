# path: util.py
# other: main.py
#| from torch.nn.utils.rnn import pack_sequence as pack
#| import torch
#| from util import size as tokens
#| packed: object = pack([torch.ones(3, 2)])
#| print(tokens(seq=packed))
import torch


def size(seq):
    return seq.data.size(0)


print(size(torch.ones(2, 3)))
