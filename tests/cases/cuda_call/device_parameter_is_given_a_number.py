import torch


def run(device):
    return torch.zeros(3).cuda()


def both():
    return run(0), run(device=1)
# output
import torch


def run(device):
    torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.zeros(3).to(torch_device)


def both():
    return run(0), run(device=1)
