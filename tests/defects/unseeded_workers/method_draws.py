import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, random_split


class Points(Dataset):
    def __len__(self):
        return 100

    def __getitem__(self, i):
        return self.jitter(torch.tensor([float(i)]))

    def jitter(self, x):
        return x + np.random.standard_normal()


np.random.seed(0)
torch.manual_seed(0)
train_set, test_set = random_split(Points(), [80, 20])
loader = DataLoader(Points(), batch_size=10, num_workers=2)
# defect
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, random_split


class Points(Dataset):
    def __len__(self):
        return 100

    def __getitem__(self, i):
        return self.jitter(torch.tensor([float(i)]))

    def jitter(self, x):
        return x + np.random.standard_normal()


np.random.seed(0)
train_set, test_set = random_split(Points(), [80, 20])
loader = DataLoader(Points(), batch_size=10, num_workers=2)
# findings
19: TFC403 report
