import torch
from jaxtyping import Float
from typing import Hashable
from mylib import TensorLike, Shape


def shaped(x: Float["batch 3"], y: TensorLike, z: Hashable, w: Shape):
    print(x.contiguous(), y.contiguous(), z.contiguous(), w.contiguous())
    return x.data.sum(), y.data.sum(), z.data.sum(), w.data.sum()
# output
import torch
from jaxtyping import Float
from typing import Hashable
from mylib import TensorLike, Shape


def shaped(x: Float["batch 3"], y: TensorLike, z: Hashable, w: Shape):
    print(x.contiguous(), y.contiguous(), z.contiguous(), w.contiguous())
    return x.detach().sum(), y.detach().sum(), z.data.sum(), w.data.sum()
