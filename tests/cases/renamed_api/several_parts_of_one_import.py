import torch
from torch._six import inf, string_classes, container_abcs


def kind(x):
    if isinstance(x, string_classes):
        return 'text'
    return isinstance(x, container_abcs.Mapping), inf
# output
import torch
from collections import abc
from torch import inf


def kind(x):
    if isinstance(x, str):
        return 'text'
    return isinstance(x, abc.Mapping), inf
