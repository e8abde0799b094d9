import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


def main():
    net = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    x, y = torch.randn(16, 4), torch.randint(0, 2, (16,))
    for step in range(3):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        for p in net.parameters():
            p.grad.data.mul_(0.5)  #!-
            p.grad.detach().mul(0.5)  #!+
        optimizer.step()


main()
