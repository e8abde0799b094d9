# other: base.py
#| from torch import load
# other: tools.py
#| from base import *
from tools import *


def restore(net, path):
    net.load_state_dict(load(path))
# output
from tools import *


def restore(net, path):
    net.load_state_dict(load(path, map_location="cpu"))
