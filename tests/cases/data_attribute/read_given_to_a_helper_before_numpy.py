from torch import nn


def on_cpu(t):
    return t.cpu() if t.is_cuda else t


layer = nn.Conv2d(3, 8, 3)
with open("layer.bin", "wb") as file:
    on_cpu(layer.bias.data).numpy().tofile(file)
    on_cpu(layer.weight.data).numpy().tofile(file)
# output
from torch import nn


def on_cpu(t):
    return t.cpu() if t.is_cuda else t


layer = nn.Conv2d(3, 8, 3)
with open("layer.bin", "wb") as file:
    on_cpu(layer.bias.detach()).numpy().tofile(file)
    on_cpu(layer.weight.detach()).numpy().tofile(file)
