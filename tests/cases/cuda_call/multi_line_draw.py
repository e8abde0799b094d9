import torch


def pad(n):
    return torch.zeros(
        n,
        3,  # three
    ).cuda()
# output
import torch


def pad(n):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.zeros(
        n,
        3,  # three
    ).to(device)
