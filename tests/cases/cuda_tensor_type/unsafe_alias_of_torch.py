import torch as th

dtype = th.cuda.FloatTensor


def make(device):
    return th.cuda.LongTensor([1, 2]), th.ones(3).type(th.cuda.FloatTensor)
