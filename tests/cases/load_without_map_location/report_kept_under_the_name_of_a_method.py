import torch
from torch.utils.data import Dataset


class Pictures(Dataset):
    def __init__(self, files):
        self.mean = torch.load("mean.pt")
        self.spread = sum(read(file).view(-1).mean(1) for file in files)


def read(file):
    return torch.ones(3, 3)
