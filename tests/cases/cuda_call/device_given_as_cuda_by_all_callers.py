# path: memory.py
# other: main.py
#| import torch
#| from memory import batch
#| device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
#| x = batch([torch.ones(2)], device)
import torch


def batch(rows, device):
    rows = [row.to(device) for row in rows]
    return torch.stack(rows).cuda()
# output
import torch


def batch(rows, device):
    rows = [row.to(device) for row in rows]
    return torch.stack(rows).to(device)
