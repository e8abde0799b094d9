import torch


def outer():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    def inner():
        return torch.zeros(3).cuda()

    return inner() + torch.zeros(3).to(device)
# output
import torch


def outer():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    def inner():
        return torch.zeros(3).to(device)

    return inner() + torch.zeros(3).to(device)
