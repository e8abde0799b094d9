import torch


def normalized(grads):
    length = torch.sqrt(torch.mean(torch.pow(grads, 2))) + 1e-5
    bound = torch.clamp(torch.max(grads), 1)
    shares = torch.exp(grads)
    return grads / length.data[0], bound.data[0], shares.data[0]
# output
import torch


def normalized(grads):
    length = torch.sqrt(torch.mean(torch.pow(grads, 2))) + 1e-5
    bound = torch.clamp(torch.max(grads), 1)
    shares = torch.exp(grads)
    return grads / length.item(), bound.item(), shares.data[0]
