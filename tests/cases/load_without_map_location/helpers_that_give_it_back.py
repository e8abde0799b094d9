# other: tools.py
#| kept = []
#| def same(given):
#|     return given
#| def note(given):
#|     kept.append(given)
#|     return given
import torch
from tools import note, same


def restore(net, other, path):
    state = same(torch.load(path))
    net.load_state_dict(state)
    other.load_state_dict(note(torch.load(path)))
# output
import torch
from tools import note, same


def restore(net, other, path):
    state = same(torch.load(path, map_location="cpu"))
    net.load_state_dict(state)
    other.load_state_dict(note(torch.load(path)))
