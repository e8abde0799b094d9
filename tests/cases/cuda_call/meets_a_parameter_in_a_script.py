import torch


def shift(x: torch.Tensor):
    return x.view(-1) + torch.zeros(3).cuda()


if __name__ == "__main__":
    print(shift(torch.ones(3).cuda()))
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def shift(x: torch.Tensor):
    return x.view(-1) + torch.zeros(3).to(device)


if __name__ == "__main__":
    print(shift(torch.ones(3).to(device)))
