# flags: --unsafe-fixes
# path: models.py
# other: main.py
#| import torch
#| from models import restore
#| print(restore("whole.pt")(torch.ones(1, 2)).shape)
import torch


def restore(path):
    net = torch.load(path, weights_only=False)
    net.eval()
    return net
# output
import torch


def restore(path):
    net = torch.load(path, weights_only=False, map_location="cpu")
    net.eval()
    return net
