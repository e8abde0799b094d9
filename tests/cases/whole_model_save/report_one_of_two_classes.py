import torch

from models import A, B


def main(args):
    if args.small:
        net = A()
    else:
        net = B()
    net.train()
    list(net.parameters())
    torch.save(net, "net.pt")


def test():
    net = torch.load("net.pt")
    net.eval()
# findings
13: TFC502 report left it may be made on line 8 and 10
