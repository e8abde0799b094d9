import torch
from torch.autograd import Function, Variable
from torch.autograd import Variable as V
from torch.autograd import Variable as W  # noqa: F401
from torch.autograd.variable import Variable as X

__all__ = ["X", "tensor"]


def tensor():
    """A Variable of the old days."""
    from torch.autograd import Variable as Z
    return Function, torch.ones(3)
# output
import torch
from torch.autograd import Function
from torch.autograd import Variable as W  # noqa: F401
from torch.autograd.variable import Variable as X

__all__ = ["X", "tensor"]


def tensor():
    """A Variable of the old days."""
    return Function, torch.ones(3)
