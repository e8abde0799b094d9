import torch


def device():
    return torch.device("cpu")


net = torch.nn.Linear(2, 2).cuda()
# output
import torch

torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def device():
    return torch.device("cpu")


net = torch.nn.Linear(2, 2).to(torch_device)
