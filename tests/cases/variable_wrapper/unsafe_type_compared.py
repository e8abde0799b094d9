# flags: --unsafe-fixes
from torch.autograd import Variable


def repackage_hidden(h):
    """Cuts the history off."""
    if type(h) == Variable:
        return Variable(h.data)
    if type(h) is not Variable and h is None:
        return None
    return tuple(repackage_hidden(v) for v in h)
# output
import torch


def repackage_hidden(h):
    """Cuts the history off."""
    if isinstance(h, torch.Tensor):
        return h.data
    if not isinstance(h, torch.Tensor) and h is None:
        return None
    return tuple(repackage_hidden(v) for v in h)
