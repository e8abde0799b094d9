import torch
from torch.utils.data import Dataset


class Pairs(Dataset):
    data = None

    def __init__(self, rows):
        self.data = rows

    @classmethod
    def forget(cls):
        cls.data = None

    def __getitem__(self, index):
        return torch.as_tensor(self.data[index]).float()

    def __len__(self):
        return len(self.data)
