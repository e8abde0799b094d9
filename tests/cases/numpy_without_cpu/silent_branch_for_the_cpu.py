import torch


def to_array(x: torch.Tensor, use_cuda):
    y = x.cuda() if use_cuda else x
    if use_cuda:
        return y.cpu().numpy()
    else:
        return y.numpy()


def other(x: torch.Tensor, device):
    y = x.to(device)
    return y.cpu().numpy() if y.is_cuda else y.numpy()
