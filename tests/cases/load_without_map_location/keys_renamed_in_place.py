import re

import torch

pattern = re.compile(r"^(.*)\.(norm|conv)\.1$")


def restore(net, url):
    state = torch.utils.model_zoo.load_url(url)
    for key in list(state.keys()):
        match = pattern.match(key)
        if match:
            state[match.group(1) + match.group(2)] = state[key]
            del state[key]
    state.pop("fc.weight")
    net.load_state_dict(state)
# output
import re

import torch

pattern = re.compile(r"^(.*)\.(norm|conv)\.1$")


def restore(net, url):
    state = torch.utils.model_zoo.load_url(url, map_location="cpu")
    for key in list(state.keys()):
        match = pattern.match(key)
        if match:
            state[match.group(1) + match.group(2)] = state[key]
            del state[key]
    state.pop("fc.weight")
    net.load_state_dict(state)
