import torch
from torch import nn


def weight_decay(model: nn.Module):
    penalty = 0
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            penalty += layer.weight.pow(2).sum()
    return 0.5 * penalty


def parts(net: nn.Module, batches):
    total = 0
    for x in batches:
        total += nn.functional.mse_loss(net(x), x)
    return {"loss": total}
