# other: base.py
#| import torch
#| from torch.autograd import Variable
from base import *


def restore(net, path):
    net.load_state_dict(torch.load(path))
# output
from base import *


def restore(net, path):
    net.load_state_dict(torch.load(path, map_location="cpu"))
