import torch
from torch.utils.data import DataLoader, Dataset

if True:
    class Items(Dataset):
        def __len__(self):
            return 3

        def __getitem__(self, i):
            return i

    for batch in DataLoader(Items(), num_workers=1):
        print(batch)
# findings
12: TFC401 report left `Items` is defined on line 5
