import torch


def sample(model: torch.nn.Linear, z):
    image = torch.tanh(model(z))
    image.data.mul_(0.5).add_(0.5)
    print(image.size(), image.mean().item())
# output
import torch


def sample(model: torch.nn.Linear, z):
    image = torch.tanh(model(z))
    image.detach().mul_(0.5).add_(0.5)
    print(image.size(), image.mean().item())
