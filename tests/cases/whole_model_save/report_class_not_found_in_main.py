import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x


if __name__ == "__main__":
    net = Net()
    torch.save(net, "net.pt")
# findings
12: TFC502 report left whatever does has to change with it
