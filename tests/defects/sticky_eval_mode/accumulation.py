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
        loss = loss / accumulation_steps
        loss.backward()
        if (i + 1) % accumulation_steps == 0:
            optimizer.step()
            optimizer.zero_grad()
    net.eval()
    with torch.no_grad():
        print(sum(criterion(net(x.cuda()), y.cuda()).item() for x, y in loader))
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
    optimizer.zero_grad()
    for i, (images, masks) in enumerate(loader):
        logits = net(images.cuda())
        loss = criterion(logits, masks.cuda())
        loss = loss / accumulation_steps
        loss.backward()
        if (i + 1) % accumulation_steps == 0:
            optimizer.step()
            optimizer.zero_grad()
    net.eval()
    with torch.no_grad():
        print(sum(criterion(net(x.cuda()), y.cuda()).item() for x, y in loader))
# findings
23: TFC103 unsafe
