import torch


def step(total, lr, grad):
    total.add(-lr, grad)
