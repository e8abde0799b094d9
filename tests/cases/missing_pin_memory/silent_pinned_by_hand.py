import torch
from torch.utils.data import DataLoader

for x in DataLoader(data):
    step(x.pin_memory().cuda())
