# flags: --unsafe-fixes
import torch


def make(device, rows):
    return [torch.cuda.FloatTensor([a, b]) for a, b in rows], lambda x: x.type(torch.cuda.FloatTensor)
# output
import torch


def make(device, rows):
    return [torch.tensor([a, b], dtype=torch.float32, device=device) for a, b in rows], lambda x: x.to(device, dtype=torch.float32)
