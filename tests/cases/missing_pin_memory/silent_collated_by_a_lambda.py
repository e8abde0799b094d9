import torch
from torch.utils.data import DataLoader

for x in DataLoader(data, collate_fn=lambda xs: torch.stack(xs).cuda()):
    step(x.cuda())
