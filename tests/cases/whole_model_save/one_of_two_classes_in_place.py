# flags: --unsafe-fixes
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
    net = torch.load("net.pt")
    net.eval()
# output
import torch

from models import A, B


def main(args):
    if args.small:
        net = A()
    else:
        net = B()
    net.train()
    list(net.parameters())
    torch.save(net.state_dict(), "net.pt")
    net.load_state_dict(torch.load("net.pt", map_location="cpu"))
    net.eval()
