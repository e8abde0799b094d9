import torch
from torch import nn

head = nn.Linear(8, 2)


def scores(backbone, loader):
    backbone.eval()
    found = []
    for x in loader:
        features = backbone(x).detach()
        found.append(head(features))
    return found
