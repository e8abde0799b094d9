import torch


def move(x):
    return x.to("cuda")
