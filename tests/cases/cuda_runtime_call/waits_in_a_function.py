import torch


def timed(net, x):
    y = net(x)
    torch.cuda.synchronize()  # wait for it
    return y
# output
import torch


def timed(net, x):
    y = net(x)
    if torch.cuda.is_available():
        torch.cuda.synchronize()  # wait for it
    return y
