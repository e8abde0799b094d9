import torch


def run(device):
    x = torch.zeros(3)
    if device == "gpu":
        x = x.cuda()
    return x
# output
import torch


def run(device):
    x = torch.zeros(3)
    torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if device == "gpu":
        x = x.to(torch_device)
    return x
