import torch


def outer():
    def inner():
        return torch.zeros(3).cuda()

    return inner
# output
import torch


def outer():
    def inner():
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        return torch.zeros(3).to(device)

    return inner
