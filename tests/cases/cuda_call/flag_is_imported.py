import torch
from settings import use_cuda
from torch import nn

net = nn.Linear(2, 2)
if use_cuda:
    net.cuda()


def main():
    pass


if __name__ == "__main__":
    main()
# output
import torch
from settings import use_cuda
from torch import nn

device = torch.device("cuda" if use_cuda else "cpu")

net = nn.Linear(2, 2)
if use_cuda:
    net.to(device)


def main():
    pass


if __name__ == "__main__":
    main()
