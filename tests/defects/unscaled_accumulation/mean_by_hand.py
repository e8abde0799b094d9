import torch
import torch.nn as nn

from data import make_loader
from net import UNet

accumulation_steps = 4
net = UNet().cuda()
optimizer = torch.optim.Adam(net.parameters())
loader = make_loader()

for epoch in range(10):
    net.train()
    optimizer.zero_grad()
    for i, (images, masks) in enumerate(loader):
        logits = net(images.cuda())
        loss = (logits - masks.cuda()).pow(2).mean()
        loss = loss / accumulation_steps
        loss.backward()
        if (i + 1) % accumulation_steps == 0:
            optimizer.step()
            optimizer.zero_grad()
# defect
import torch
import torch.nn as nn

from data import make_loader
from net import UNet

accumulation_steps = 4
net = UNet().cuda()
optimizer = torch.optim.Adam(net.parameters())
loader = make_loader()

for epoch in range(10):
    net.train()
    optimizer.zero_grad()
    for i, (images, masks) in enumerate(loader):
        logits = net(images.cuda())
        loss = (logits - masks.cuda()).pow(2).mean()
        loss.backward()
        if (i + 1) % accumulation_steps == 0:
            optimizer.step()
            optimizer.zero_grad()
# findings
18: TFC805 report
