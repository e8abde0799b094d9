import torch
from torch.cuda import FloatTensor, LongTensor as GpuLong


def make(device):
    return FloatTensor([1.0]), GpuLong(2, 3)
