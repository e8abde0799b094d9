import torch

USE_CUDA = torch.cuda.is_available()


def step(n):
    x = torch.zeros(n)
    if USE_CUDA: x = x.cuda()
    return x


if __name__ == "__main__":
    step(1)
# output
import torch

USE_CUDA = torch.cuda.is_available()
device = torch.device("cuda" if USE_CUDA else "cpu")


def step(n):
    x = torch.zeros(n)
    if USE_CUDA: x = x.to(device)
    return x


if __name__ == "__main__":
    step(1)
