# flags: --unsafe-fixes
import torch
from torch.utils.data import Dataset


class Expert(Dataset):
    def __init__(self, path):
        self.states = torch.stack(torch.load(path))

    def __getitem__(self, index):
        return self.states[index]
# output
import torch
from torch.utils.data import Dataset


class Expert(Dataset):
    def __init__(self, path):
        self.states = torch.stack(torch.load(path, map_location="cpu"))

    def __getitem__(self, index):
        return self.states[index]
