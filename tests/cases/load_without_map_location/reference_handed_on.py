import functools

import torch


def main(net, paths):
    parts = [torch.load(path) for path in paths]
    loader = functools.partial(torch.load, mmap=True)
    net.load_state_dict(parts[-1])
    return loader
# output
import functools

import torch


def main(net, paths):
    parts = [torch.load(path, map_location="cpu") for path in paths]
    loader = functools.partial(torch.load, mmap=True)
    net.load_state_dict(parts[-1])
    return loader
# findings
7: TFC501 safe fixed
8: TFC501 report left is handed on
