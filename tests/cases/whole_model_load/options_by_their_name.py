# flags: --unsafe-fixes
import torch

from models import Net


def train(opt):
    model = Net(opt.size)
    model.train()
    list(model.parameters())
    torch.save(model, opt.path)


def test(opt):
    model = torch.load(opt.path)
    return model.eval()
# output
import torch

from models import Net


def train(opt):
    model = Net(opt.size)
    model.train()
    list(model.parameters())
    torch.save(model.state_dict(), opt.path)


def test(opt):
    model = Net(opt.size)
    model.load_state_dict(torch.load(opt.path, map_location="cpu"))
    return model.eval()
