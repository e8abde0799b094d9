import torch.nn.init as I
from torch.nn import GRU, Linear, Module


class Head(Module):
    def __init__(self):
        super().__init__()
        self.out = Linear(3, 3)
        self.out.weight.data.zero_()
# output
import torch.nn.init as I
from torch.nn import GRU, Linear, Module


class Head(Module):
    def __init__(self):
        super().__init__()
        self.out = Linear(3, 3)
        I.zeros_(self.out.weight)
