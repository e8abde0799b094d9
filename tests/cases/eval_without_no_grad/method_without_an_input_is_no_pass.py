# A method that gets nothing runs nothing: what prepares the model stays outside the block.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    def fuse_model(self, is_qat=False):
        self.fused = True

    def forward(self, x):
        return self.l(x)


def calibrate(model: nn.Module):
    model.eval()
    model.fuse_model()
    model.fuse_model(is_qat=False)
    torch.ao.quantization.prepare(model, inplace=True)
    model(torch.rand(1, 2))
    torch.ao.quantization.convert(model, inplace=True)


calibrate(Net())
# output
# A method that gets nothing runs nothing: what prepares the model stays outside the block.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    def fuse_model(self, is_qat=False):
        self.fused = True

    def forward(self, x):
        return self.l(x)


def calibrate(model: nn.Module):
    model.eval()
    model.fuse_model()
    model.fuse_model(is_qat=False)
    torch.ao.quantization.prepare(model, inplace=True)
    with torch.no_grad():
        model(torch.rand(1, 2))
    torch.ao.quantization.convert(model, inplace=True)


calibrate(Net())
