# path: ckpt.py
# other: main.py
#| import torch
#| from ckpt import resume
#| epoch = resume(torch.nn.Linear(2, 1), "ck.pth")
import torch


def resume(net, path):
    c = torch.load(path)
    net.load_state_dict(c["net"])
    return c["epoch"]
# output
import torch


def resume(net, path):
    c = torch.load(path, map_location="cpu")
    net.load_state_dict(c["net"])
    return c["epoch"]
