# other: base.py
#| import torch
#| def load(path):
#|     return {}
from base import *


def restore(net, path):
    net.load_state_dict(load(path))
