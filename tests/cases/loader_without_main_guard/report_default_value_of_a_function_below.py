import torch
from torch.utils.data import DataLoader

for batch in DataLoader(torch.arange(3), num_workers=1):
    size = len(batch)


def pad(n=size):
    return n
# findings
4: TFC401 report left need `size` as well (line 8)
