import torch
from torch import nn


class Net(nn.Module):
    pass


net = Net()
net.cuda()
# output
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Net(nn.Module):
    pass


net = Net()
net.to(device)
