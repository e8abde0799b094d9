import torch
from torch.utils.data import DataLoader


def stack(rows):
    return torch.stack(rows).cuda()


loader = DataLoader(torch.zeros(3, 4), collate_fn=stack)
# findings
6: TFC301 report left worker processes
