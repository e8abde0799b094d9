# flags: --unsafe-fixes
import torch
import torchvision


def train():
    net = torchvision.models.resnet18(num_classes=10)
    torch.save(net, "net.pt")


def load(model):
    if model is None:
        return torch.load("net.pt")
    return model
# output
import torch
import torchvision


def train():
    net = torchvision.models.resnet18(num_classes=10)
    torch.save(net.state_dict(), "net.pt")


def load(model):
    if model is None:
        net = torchvision.models.resnet18(num_classes=10)
        net.load_state_dict(torch.load("net.pt", map_location="cpu"))
        return net
    return model
