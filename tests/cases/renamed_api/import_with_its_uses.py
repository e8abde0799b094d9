from torch.nn.init import constant, xavier_uniform


def start(layer):
    xavier_uniform(layer.weight)
    constant(layer.bias, 0)
# output
from torch.nn.init import constant_, xavier_uniform_


def start(layer):
    xavier_uniform_(layer.weight)
    constant_(layer.bias, 0)
