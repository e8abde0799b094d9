import torch
from torch.autograd import Function


class Scale(Function):
    def __init__(self, factor):
        self.factor = factor

    def forward(self, x):
        self.save_for_backward(x)
        return x * self.factor

    def backward(self, grad):
        return grad * self.factor


y = Scale(2)(torch.ones(1))
