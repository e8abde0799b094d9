# flags: --unsafe-fixes
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x


if __name__ == "__main__":
    net = Net()
    torch.save(net, "net.pt")
# output
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x


if __name__ == "__main__":
    net = Net()
    torch.save(net.state_dict(), "net.pt")
