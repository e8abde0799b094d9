# flags: --unsafe-fixes
import torch

from models import Net


def train(args):
    model = Net(args.size)
    model.train()
    list(model.parameters())
    torch.save(model, "net.pt")


def test(args, x):
    if torch.cuda.is_available():
        model = torch.load("net.pt")
    else:
        model = torch.load("net.pt", map_location="cpu")
    model.eval()
    return model(x)
# output
import torch

from models import Net


def train(args):
    model = Net(args.size)
    model.train()
    list(model.parameters())
    torch.save(model.state_dict(), "net.pt")


def test(args, x):
    if torch.cuda.is_available():
        model = Net(args.size)
        model.load_state_dict(torch.load("net.pt", map_location="cpu"))
    else:
        model = Net(args.size)
        model.load_state_dict(torch.load("net.pt", map_location="cpu"))
    model.eval()
    return model(x)
