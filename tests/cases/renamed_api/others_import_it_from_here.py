# path: layers.py
# other: train.py
#| from layers import constant
#|
#| constant(w, 0)
import torch
from torch.nn.init import constant


def zero(w):
    constant(w, 0)
# output
import torch
from torch.nn.init import constant_ as constant


def zero(w):
    constant(w, 0)
