import torch


def to_array(weight: torch.Tensor):
    weight.requires_grad_()
    if weight.requires_grad:
        return weight.detach().numpy()
    return weight.numpy()
