import torch
from torchvision.utils import save_image

net = torch.nn.Linear(2, 3)


def evaluate(x):
    outputs = net(x)
    save_image(outputs.data, "outputs.png", nrow=3)
    print(type(outputs.data), type(net.weight.data))


def start(batch):
    weight = next(net.parameters()).data
    return weight.new(2, batch, 3).zero_(), weight.device


def keep():
    weight = next(net.parameters()).data
    return weight.new(2, 3).zero_(), weight
# output
import torch
from torchvision.utils import save_image

net = torch.nn.Linear(2, 3)


def evaluate(x):
    outputs = net(x)
    save_image(outputs, "outputs.png", nrow=3)
    print(type(outputs), type(net.weight.detach()))


def start(batch):
    weight = next(net.parameters())
    return weight.new(2, batch, 3).zero_(), weight.device


def keep():
    weight = next(net.parameters()).data
    return weight.new(2, 3).zero_(), weight
