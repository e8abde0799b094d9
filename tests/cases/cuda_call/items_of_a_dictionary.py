import torch


def step(net, sample):
    image = sample["image"].cuda()
    return net(image)
# output
import torch


def step(net, sample):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    image = sample["image"].to(device)
    return net(image)
