import torch


def show(x: torch.Tensor, net, use_cuda, verbose):
    if use_cuda:
        x = x.cuda()
    if verbose:
        return x.numpy()
    return None
# output
import torch


def show(x: torch.Tensor, net, use_cuda, verbose):
    if use_cuda:
        x = x.cuda()
    if verbose:
        return x.cpu().numpy()
    return None
