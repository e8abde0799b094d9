import torch
from torch import nn


class Net(nn.Module):
    pass


def sample(net):
    return net(torch.randn(4, 8).cuda())


if __name__ == "__main__":
    device = "cuda"
    sample(Net().to(device))
# output
import torch
from torch import nn

torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Net(nn.Module):
    pass


def sample(net):
    return net(torch.randn(4, 8).to(torch_device))


if __name__ == "__main__":
    device = "cuda"
    sample(Net().to(device))
