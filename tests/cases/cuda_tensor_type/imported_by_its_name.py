# flags: --unsafe-fixes
import torch
from torch.cuda import FloatTensor, LongTensor as GpuLong


def make(device):
    return FloatTensor([1.0]), GpuLong(2, 3)
# output
import torch
from torch.cuda import FloatTensor, LongTensor as GpuLong


def make(device):
    return torch.tensor([1.0], dtype=torch.float32, device=device), torch.empty(2, 3, dtype=torch.int64, device=device)
