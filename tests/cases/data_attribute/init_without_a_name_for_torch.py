from torch.nn import Linear, Module


class Head(Module):
    def __init__(self, nn):
        super().__init__()
        self.out = Linear(nn, 3)
        self.out.weight.data.zero_()
# output
from torch.nn import Linear, Module


class Head(Module):
    def __init__(self, nn):
        super().__init__()
        self.out = Linear(nn, 3)
        self.out.weight.detach().zero_()
