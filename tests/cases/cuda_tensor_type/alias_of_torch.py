# flags: --unsafe-fixes
import torch as th

dtype = th.cuda.FloatTensor


def make(device):
    return th.cuda.LongTensor([1, 2]), th.ones(3).type(th.cuda.FloatTensor)
# output
import torch as th

dtype = th.cuda.FloatTensor if th.cuda.is_available() else th.FloatTensor


def make(device):
    return th.tensor([1, 2], dtype=th.int64, device=device), th.ones(3).to(device, dtype=th.float32)
