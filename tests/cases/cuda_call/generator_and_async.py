import torch


def rows(n):
    for _ in range(n):
        yield torch.zeros(3).cuda()


async def row():
    return torch.zeros(3).cuda()
# output
import torch


def rows(n):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    for _ in range(n):
        yield torch.zeros(3).to(device)


async def row():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.zeros(3).to(device)
