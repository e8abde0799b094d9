import torch
from torchvision import models

net = models.resnet18(num_classes=5)
net.load_state_dict(torch.load("flowers.pth"))
net = net.cuda().eval()


@torch.no_grad()
def classify(batch):
    return net(batch.cuda()).argmax(1)
# defect
import torch
from torchvision import models

net = models.resnet18(num_classes=5)
net.load_state_dict(torch.load("flowers.pth"))
net = net.cuda()


@torch.no_grad()
def classify(batch):
    return net(batch.cuda()).argmax(1)
# findings
11: TFC102 unsafe
