import torch
import torch.nn as nn

from data import make_loader
from net import UNet

accumulation_steps = 4
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
        (loss / accumulation_steps).backward()
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
        if (i + 1) % accumulation_steps == 0:
            optimizer.step()
            optimizer.zero_grad()
# findings
19: TFC805 report
