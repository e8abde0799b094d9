# flags: --unsafe-fixes
import torch
import torchvision
from torch import nn

resnet = torchvision.models.resnet18(pretrained=True)
resnet.fc = nn.Linear(resnet.fc.in_features, 100)
torch.save(resnet, "model.ckpt")
# output
import torch
import torchvision
from torch import nn

resnet = torchvision.models.resnet18(pretrained=True)
resnet.fc = nn.Linear(resnet.fc.in_features, 100)
torch.save(resnet.state_dict(), "model.ckpt")
