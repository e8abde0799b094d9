import torch

from contextlib import contextmanager


def plain():
    with torch.no_grad():
        yield


quiet = contextmanager(plain)
