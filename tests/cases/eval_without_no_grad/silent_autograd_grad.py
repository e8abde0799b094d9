import torch


def sensitivity(net, x):
    net.eval()
    y = net(x)
    g, = torch.autograd.grad(y.sum(), x)
    return g.norm().item(), y.mean().item()
