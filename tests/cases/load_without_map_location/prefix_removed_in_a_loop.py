from collections import OrderedDict

import torch


def restore(net, path):
    state = torch.load(path)["state_dict"]
    renamed = OrderedDict()
    for key, value in state.items():
        name = key[7:]
        renamed[name] = value
    net.load_state_dict(renamed)
# output
from collections import OrderedDict

import torch


def restore(net, path):
    state = torch.load(path, map_location="cpu")["state_dict"]
    renamed = OrderedDict()
    for key, value in state.items():
        name = key[7:]
        renamed[name] = value
    net.load_state_dict(renamed)
