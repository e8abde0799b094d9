import torch
from timm import models

net = models.resnet50(pretrained=True)
