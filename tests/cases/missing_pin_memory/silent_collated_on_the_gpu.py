import torch
from torch.utils.data import DataLoader

def collate(items):
    return torch.stack(items).cuda()


for x in DataLoader(data, collate_fn=collate):
    step(x.cuda())
