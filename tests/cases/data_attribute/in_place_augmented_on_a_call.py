import torch


def get_scale(model: torch.nn.Linear):
    return model.weight


get_scale(torch.nn.Linear(2, 2)).data *= 0.5
# output
import torch


def get_scale(model: torch.nn.Linear):
    return model.weight


get_scale(torch.nn.Linear(2, 2)).detach().mul_(0.5)
