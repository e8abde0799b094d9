import torch
from torch.autograd import Variable


class Option:
    def __init__(self, volatile):
        self.volatile = volatile
        self.options.volatile = True

    def __call__(self, cache):
        cache.volatile = True
        return cache.volatile
