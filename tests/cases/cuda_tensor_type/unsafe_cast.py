import torch


def cast(device, x, net):
    x = x.type(torch.cuda.FloatTensor)
    y = x.long().type("torch.cuda.LongTensor")
    z = x.view(-1).type(torch.cuda.ByteTensor, True)
    w = x.type(torch.cuda.HalfTensor, non_blocking=True)
    return net.type(torch.cuda.DoubleTensor)
