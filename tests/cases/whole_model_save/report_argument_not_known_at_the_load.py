import torch

from models import Net


def train(loader):
    classes = loader.dataset.classes
    model = Net(classes)
    model.train()
    list(model.parameters())
    torch.save(model, "model.pt")


def test(x):
    model = torch.load("model.pt")
    model.eval()
    return model(x)
# findings
11: TFC502 report left `classes` in its constructor call (line 8) is not known on line 15
