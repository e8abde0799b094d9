import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset



def features(model, loader):
    found = []
    for x, _ in loader:
        found.append(model(x))
    return found


features(nn.Linear(4, 4), [])
