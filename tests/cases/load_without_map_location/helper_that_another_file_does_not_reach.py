# path: ckpt.py
# other: main.py
#| import torch
#| from ckpt import resume
#| resume(torch.nn.Linear(2, 1), "ck.pth")
import torch


def _read(path):
    return torch.load(path)


def resume(net, path):
    net.load_state_dict(_read(path)["net"])
# output
import torch


def _read(path):
    return torch.load(path, map_location="cpu")


def resume(net, path):
    net.load_state_dict(_read(path)["net"])
