import torch
from torch.utils.data import DataLoader

for x in DataLoader(data, **options):
    step(x.cuda())
