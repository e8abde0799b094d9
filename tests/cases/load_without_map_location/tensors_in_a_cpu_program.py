# flags: --unsafe-fixes
import torch


def main():
    mean = torch.load("mean.pt")
    print((torch.ones(3) - mean).sum().item())


main()
# output
import torch


def main():
    mean = torch.load("mean.pt", map_location="cpu")
    print((torch.ones(3) - mean).sum().item())


main()
