import torch


def collect(batch, device):
    batch = batch.to(device)
    return batch.numpy()
