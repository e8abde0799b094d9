import torch
from torchvision import models

net = models.resnet18()
own = net.state_dict()
pretrained = torch.load("resnet18.pth")
pretrained = {k: v for k, v in pretrained.items() if k in own and v.size() == own[k].size()}
own.update(pretrained)
net.load_state_dict(own)
# output
import torch
from torchvision import models

net = models.resnet18()
own = net.state_dict()
pretrained = torch.load("resnet18.pth", map_location="cpu")
pretrained = {k: v for k, v in pretrained.items() if k in own and v.size() == own[k].size()}
own.update(pretrained)
net.load_state_dict(own)
