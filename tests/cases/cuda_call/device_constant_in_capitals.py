import torch

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def run():
    return torch.nn.Linear(2, 2).cuda()
# output
import torch

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def run():
    return torch.nn.Linear(2, 2).to(DEVICE)
