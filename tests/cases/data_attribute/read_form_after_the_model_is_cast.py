import torch


def cast(net):
    weight = next(net.parameters()).data
    net.double()
    return weight.new_zeros(2), weight.dtype


def start(net, size):
    weight = next(net.parameters()).data
    return weight.new_zeros(size), weight.dtype


print(cast(torch.nn.Linear(2, 2)), start(torch.nn.Linear(2, 2), 3))
# output
import torch


def cast(net):
    weight = next(net.parameters()).detach()
    net.double()
    return weight.new_zeros(2), weight.dtype


def start(net, size):
    weight = next(net.parameters())
    return weight.new_zeros(size), weight.dtype


print(cast(torch.nn.Linear(2, 2)), start(torch.nn.Linear(2, 2), 3))
