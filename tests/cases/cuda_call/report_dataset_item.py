import torch
from torch.utils.data import Dataset


class Rows(Dataset):
    def __init__(self):
        self.xs = torch.zeros(3, 4)

    def __getitem__(self, i):
        return self.xs[i].cuda()

    def __len__(self):
        return 3
# findings
10: TFC301 report left worker processes
