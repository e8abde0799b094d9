from torch import nn

from tools import to_host


def on_cpu(t):
    return t.detach().cpu() if t.is_cuda else t.detach()


layer = nn.Conv2d(3, 8, 3).cuda()
with open("layer.bin", "wb") as file:
    on_cpu(layer.bias).numpy().tofile(file)
    to_host(layer.weight).numpy().tofile(file)
