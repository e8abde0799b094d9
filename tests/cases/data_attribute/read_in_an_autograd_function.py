import torch


class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.round(x)
        return y.data

    @staticmethod
    def backward(ctx, grad):
        return grad
# output
import torch


class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.round(x)
        return y.detach()

    @staticmethod
    def backward(ctx, grad):
        return grad
