import torch


def move(x: torch.Tensor):
    return x.to("cuda")
# output
import torch


def move(x: torch.Tensor):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return x.to(device)
