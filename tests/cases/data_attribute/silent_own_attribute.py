import torch
from torch.utils.data import Dataset


class Pairs(Dataset):
    def __init__(self, rows):
        self.data = torch.stack(rows)

    def __len__(self):
        return self.data.size(0)

    def __getitem__(self, index):
        return self.data[index]
