# other: tools.py
#| def same(given):
#|     return given
#| def to_host(given):
#|     return given.cpu()
import torch
from tools import same, to_host

net = torch.nn.Linear(2, 2).cuda()


def here(given):
    return given


def run(x):
    def made():
        return net(x)

    print(here(net(x)).detach().numpy(), made().detach().numpy(), same(net(x)).detach().numpy())
    print(to_host(net(x)).detach().numpy())
# output
import torch
from tools import same, to_host

net = torch.nn.Linear(2, 2).cuda()


def here(given):
    return given


def run(x):
    def made():
        return net(x)

    print(here(net(x)).detach().cpu().numpy(), made().detach().cpu().numpy(), same(net(x)).detach().cpu().numpy())
    print(to_host(net(x)).detach().numpy())
