import torch.nn as nn
import torch.utils.model_zoo as model_zoo
from torch.hub import load_state_dict_from_url

urls = {"r18": "https://example.org/r18.pth"}


def resnet18(pretrained=False, progress=True):
    net = nn.Linear(2, 2)
    if pretrained: net.load_state_dict(model_zoo.load_url(urls["r18"]))
    net.load_state_dict(load_state_dict_from_url(urls["r18"], progress=progress))
    return net
# output
import torch.nn as nn
import torch.utils.model_zoo as model_zoo
from torch.hub import load_state_dict_from_url

urls = {"r18": "https://example.org/r18.pth"}


def resnet18(pretrained=False, progress=True):
    net = nn.Linear(2, 2)
    if pretrained: net.load_state_dict(model_zoo.load_url(urls["r18"], map_location="cpu"))
    net.load_state_dict(load_state_dict_from_url(urls["r18"], progress=progress, map_location="cpu"))
    return net
