# path: memory.py
# other: main.py
#| import torch
#| from memory import batch
#| STORE = torch.device("cpu")
#| x = batch([torch.ones(2)], STORE)
import torch


def batch(rows, device):
    rows = [row.to(device) for row in rows]
    return torch.stack(rows).cuda()
# output
import torch


def batch(rows, device):
    rows = [row.to(device) for row in rows]
    torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.stack(rows).to(torch_device)
