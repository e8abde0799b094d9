import torch


def epoch_of(path):
    return torch.load(path)["epoch"]


def names_of(path):
    for name, value in torch.load(path).items():
        print(name, value.shape)
# output
import torch


def epoch_of(path):
    return torch.load(path, map_location="cpu")["epoch"]


def names_of(path):
    for name, value in torch.load(path, map_location="cpu").items():
        print(name, value.shape)
