# flags: --unsafe-fixes
import torch


def cast(device, x, net):
    x = x.type(torch.cuda.FloatTensor)
    y = x.long().type("torch.cuda.LongTensor")
    z = x.view(-1).type(torch.cuda.ByteTensor, True)
    w = x.type(torch.cuda.HalfTensor, non_blocking=True)
    return net.type(torch.cuda.DoubleTensor)
# output
import torch


def cast(device, x, net):
    x = x.to(device, dtype=torch.float32)
    y = x.long().to(device, dtype=torch.int64)
    z = x.view(-1).to(device, non_blocking=True, dtype=torch.uint8)
    w = x.to(device, non_blocking=True, dtype=torch.float16)
    return net.to(device, dtype=torch.float64)
