import torch
from torch.utils.data import DataLoader

for x in DataLoader(data, 4, True, None, None, 2, None, True):
    step(x.cuda())
