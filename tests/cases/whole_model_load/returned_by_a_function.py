# flags: --unsafe-fixes
import torch
import torchvision


def train():
    net = torchvision.models.resnet18(num_classes=10)
    torch.save(net, "net.pt")


def load():
    """The trained model."""
    return torch.load("net.pt").eval()
# output
import torch
import torchvision


def train():
    net = torchvision.models.resnet18(num_classes=10)
    torch.save(net.state_dict(), "net.pt")


def load():
    """The trained model."""
    model = torchvision.models.resnet18(num_classes=10).eval()
    model.load_state_dict(torch.load("net.pt", map_location="cpu"))
    return model
