import torch
from torch.nn import Parameter


def load_my_state_dict(net, state):
    own = net.state_dict()
    for name, value in state.items():
        if name not in own:
            continue
        if isinstance(value, Parameter):
            value = value.data
        own[name].copy_(value)


def restore(net, path):
    load_my_state_dict(net, torch.load(path))
# output
import torch
from torch.nn import Parameter


def load_my_state_dict(net, state):
    own = net.state_dict()
    for name, value in state.items():
        if name not in own:
            continue
        if isinstance(value, Parameter):
            value = value.data
        own[name].copy_(value)


def restore(net, path):
    load_my_state_dict(net, torch.load(path, map_location="cpu"))
# findings
16: TFC501 safe fixed is copied by `own[name].copy_`
