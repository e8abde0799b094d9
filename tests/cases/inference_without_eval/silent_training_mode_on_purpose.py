import torch

from project import PoseNet


def adjust(net, loader):
    net.train()
    with torch.no_grad():
        return [net(x) for x in loader]


net = PoseNet()
net.load_state_dict(torch.load("net.pt"))
adjust(net, loader)
