import torch
from torch.utils.data import Dataset


class Digits(Dataset):
    def __init__(self, path, train=True):
        self.data, self.targets = torch.load(path)

    def __getitem__(self, index):
        return self.data[index].float(), int(self.targets[index])

    def __len__(self):
        return len(self.data)
# output
import torch
from torch.utils.data import Dataset


class Digits(Dataset):
    def __init__(self, path, train=True):
        self.data, self.targets = torch.load(path, map_location="cpu")

    def __getitem__(self, index):
        return self.data[index].float(), int(self.targets[index])

    def __len__(self):
        return len(self.data)
