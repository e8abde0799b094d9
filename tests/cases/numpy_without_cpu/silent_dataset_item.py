import torch
from torch.utils.data import Dataset


class Pairs(Dataset):
    def __init__(self, path):
        self.items = torch.load(path)
        self.grid = torch.ones(3, 3)

    def __getitem__(self, index):
        return self.items[index].numpy(), self.grid.numpy(), torch.from_numpy(self.grid.numpy())
