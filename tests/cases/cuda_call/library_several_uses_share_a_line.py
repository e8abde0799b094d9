import torch


def pair(n):
    """Make two."""
    print(n)
    for _ in range(n):
        if n > 1:
            first = torch.zeros(3).cuda()
    second = torch.zeros(3).cuda()
    return first, second
# output
import torch


def pair(n):
    """Make two."""
    print(n)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    for _ in range(n):
        if n > 1:
            first = torch.zeros(3).to(device)
    second = torch.zeros(3).to(device)
    return first, second
