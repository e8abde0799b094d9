import torch
from torchtext import data


def step(batch):
    batch.cuda()
    return batch.cuda()


rows = data.load().cuda()
