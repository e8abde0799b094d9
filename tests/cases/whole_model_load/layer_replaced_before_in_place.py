# flags: --unsafe-fixes
import torch
import torchvision
from torch import nn

net = torchvision.models.resnet18()
net.fc = nn.Linear(512, 3)
for epoch in range(3):
    torch.save(net, "best.pt")
net = torch.load("best.pt")
net.eval()
# output
import torch
import torchvision
from torch import nn

net = torchvision.models.resnet18()
net.fc = nn.Linear(512, 3)
for epoch in range(3):
    torch.save(net.state_dict(), "best.pt")
net.load_state_dict(torch.load("best.pt", map_location="cpu"))
net.eval()
