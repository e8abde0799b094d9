import torch
from torch import nn


def run(model, criterion):
    model.cuda()
    criterion = criterion.cuda()
    return model, criterion
# output
import torch
from torch import nn


def run(model, criterion):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model.to(device)
    criterion = criterion.to(device)
    return model, criterion
