import torch
from torch.utils.data import DataLoader, Dataset


class Items(Dataset):
    def __len__(self):
        return SIZE

    def __getitem__(self, i):
        return torch.tensor(i)


SIZE = 8
if __name__ == "__main__":
    for batch in DataLoader(Items(), num_workers=1):
        print(batch)
# defect
import torch
from torch.utils.data import DataLoader, Dataset


class Items(Dataset):
    def __len__(self):
        return SIZE

    def __getitem__(self, i):
        return torch.tensor(i)


for SIZE in (4, 8):
    for batch in DataLoader(Items(), num_workers=1):
        print(batch)
# findings
14: TFC401 report
