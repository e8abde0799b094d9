import torch


def weights(x):
    alpha = torch.ones(3)
    if x.data.is_cuda:
        alpha = alpha.cuda()
    return alpha
# output
import torch


def weights(x):
    alpha = torch.ones(3)
    if x.data.is_cuda:
        alpha = alpha.to(x.device)
    return alpha
