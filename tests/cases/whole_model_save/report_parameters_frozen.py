import torch
import torchvision

resnet = torchvision.models.resnet18()
for param in resnet.parameters():
    param.requires_grad = False
torch.save(resnet, "model.ckpt")
model = torch.load("model.ckpt")
# findings
7: TFC502 report left line 5 freezes parameters
