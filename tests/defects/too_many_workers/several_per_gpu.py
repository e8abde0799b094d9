import torch
from torch.utils.data import DataLoader


def make(dataset):
    return DataLoader(
        dataset,
        batch_size=4,
        num_workers=2,
    )
# defect
import os

import torch
from torch.utils.data import DataLoader


def make(dataset):
    return DataLoader(
        dataset,
        batch_size=4,
        num_workers=os.cpu_count() * 2,
    )
# findings
11: TFC404 report
