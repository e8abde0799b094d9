import torch
from functions import Function


class Scale(Function):
    def forward(self, x):
        return x * 2
