import torch


def read(path, keep):
    model, optimizer = torch.load(path)
    keep(model, optimizer)
