# other: base.py
#| import torch
import base


def restore(net, path):
    net.load_state_dict(base.torch.load(path))
# output
import base


def restore(net, path):
    net.load_state_dict(base.torch.load(path, map_location="cpu"))
