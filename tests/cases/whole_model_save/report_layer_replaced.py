import torch
import torchvision
from torch import nn

resnet = torchvision.models.resnet18(pretrained=True)
resnet.fc = nn.Linear(resnet.fc.in_features, 100)
torch.save(resnet, "model.ckpt")
model = torch.load("model.ckpt")
# findings
7: TFC502 report left line 6 sets `resnet.fc`
