import torch
from torch.utils.data import DataLoader


def run(device):
    for images, labels in DataLoader(data):
        show(labels.numpy())
        labels = labels.to(device)
