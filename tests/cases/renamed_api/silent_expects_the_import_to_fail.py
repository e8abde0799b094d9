import torch

try:
    from torch._six import inf
except ImportError:
    from torch import inf
