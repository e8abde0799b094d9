import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x


if __name__ == "__main__":
    net = Net()
    torch.save(net, "net.pt")
# findings
12: TFC502 report left save its state_dict, and make the model where it is loaded
