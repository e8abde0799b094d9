import torch
import torch.nn.functional as F


def style_loss(features, wanted):
    total = 0
    for f, w in zip(features, wanted):
        total += F.mse_loss(f, w)
    return total
