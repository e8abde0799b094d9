import math

import torch


def read(x: torch.Tensor):
    best = int(x.argmax().cpu().numpy())
    if bool((x == 1).all().numpy()):
        return math.sqrt(x.norm().detach().cpu().numpy()) + math.pow(x.sum().numpy(), 2)
    return best + float(x.mean().data.numpy()) + float(torch.max(x).numpy())
# output
import math

import torch


def read(x: torch.Tensor):
    best = int(x.argmax().item())
    if bool((x == 1).all().item()):
        return math.sqrt(x.norm().item()) + math.pow(x.sum().item(), 2)
    return best + float(x.mean().item()) + float(torch.max(x).item())
