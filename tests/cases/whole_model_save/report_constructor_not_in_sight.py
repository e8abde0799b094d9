import torch

from models import create


def main(name):
    model = create(name)
    list(model.parameters())
    torch.save(model, "model.pt")


def test(x):
    model = torch.load("model.pt")
    return model.eval()(x)
# findings
9: TFC502 report left what `create(..)` on line 7 does is not in sight
