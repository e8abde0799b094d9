import torch
import torch.nn as nn

from data import make_loader
from net import UNet

net = UNet().cuda()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(net.parameters())
loader = make_loader()

for epoch in range(10):
    net.train()
    optimizer.zero_grad()
    for i, (images, masks) in enumerate(loader):
        logits = net(images.cuda())
        loss = criterion(logits, masks.cuda())
        loss /= 4
        loss.backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
# defect
import torch
import torch.nn as nn

from data import make_loader
from net import UNet

net = UNet().cuda()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(net.parameters())
loader = make_loader()

for epoch in range(10):
    net.train()
    optimizer.zero_grad()
    for i, (images, masks) in enumerate(loader):
        logits = net(images.cuda())
        loss = criterion(logits, masks.cuda())
        loss.backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
# findings
18: TFC805 report
