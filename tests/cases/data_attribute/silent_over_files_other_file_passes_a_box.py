# path: util.py
# other: boxes.py
#| import torch
#| class Box:
#|     def __init__(self, data):
#|         self.data = data
#| def make():
#|     return Box(torch.ones(1))
# other: main.py
#| import util
#| from boxes import make
#| print(util.size(make()))
import torch


def size(seq):
    return seq.data.size(0)


print(size(torch.ones(2, 3)))
