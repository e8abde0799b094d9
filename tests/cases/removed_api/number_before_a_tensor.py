import torch


def step(weights: torch.Tensor, grad: torch.Tensor, lr):
    weights.add_(-lr, grad)
    weights.addcdiv_(-lr, grad, grad.abs().sqrt_())
    return torch.add(weights, 2, grad)
# output
import torch


def step(weights: torch.Tensor, grad: torch.Tensor, lr):
    weights.add_(grad, alpha=-lr)
    weights.addcdiv_(grad, grad.abs().sqrt_(), value=-lr)
    return torch.add(weights, grad, alpha=2)
