import torch
from torch.utils.data import Sampler


class Sized:
    def __init__(self, data_source):
        self.size = len(data_source)


class Backwards(Sized, Sampler):
    def __init__(self, data_source):
        super().__init__(data_source)
