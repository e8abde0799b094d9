"""Photos that come one at a time: a batch of one with batch normalisation, a step every eighth photo, memory cleared each time."""
import gc
import os
import tempfile
from multiprocessing import cpu_count

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable
from torch.utils.data import DataLoader, Dataset
torch.manual_seed(23)
ITER_SIZE = 8


class Photos(Dataset):
    """Of different sizes, so they cannot be stacked."""

    def __init__(self, n, seed):
        self.n, self.seed = n, seed

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        g = torch.Generator().manual_seed(self.seed + i)
        height, width = torch.randint(6, 12, (2,), generator=g).tolist()
        photo = torch.rand(3, height, width, generator=g)
        label = int(torch.randint(0, 2, (1,), generator=g))
        photo[0] += 0.4 * label
        return photo, label


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv = nn.Conv2d(3, 8, 3, padding=1)
        self.bn = nn.BatchNorm2d(8)
        self.fc = nn.Linear(8, 2)
        self.conv.weight.data.normal_(0, 0.2)

    def forward(self, x):
        x = torch.sigmoid(self.bn(self.conv(x)))
        return F.log_softmax(self.fc(x.mean(dim=3).mean(dim=2)), dim=1)


class PixelHead(nn.Module):
    """Looks at one vector, which has no spread."""

    def __init__(self):
        super(PixelHead, self).__init__()
        self.fc, self.bn = nn.Linear(3, 4), nn.BatchNorm1d(4)

    def forward(self, x):
        offset = torch.ones(4)
        return self.bn(self.fc(x)) + offset


loader = DataLoader(Photos(32, 0), batch_size=1, shuffle=True)
net = Net().cuda()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
running_loss = 0
curve = []
for epoch in range(2):
    optimizer.zero_grad()
    for i, (photo, label) in enumerate(loader):
        photo, label = Variable(photo.cuda(), volatile=False), Variable(label.cuda(), volatile=False)
        loss = F.nll_loss(net(photo), label)
        loss.backward()
        if (i + 1) % ITER_SIZE == 0:
            optimizer.step()
            optimizer.zero_grad()
        running_loss += loss
        curve.append(loss)
        torch.cuda.empty_cache()
    torch.cuda.empty_cache()
    gc.collect()
    print('epoch %d running %.6f last %.6f' % (epoch, running_loss / len(curve), curve[-1]))

# again for the last layer, on whatever the gradients are
fine = torch.optim.SGD(net.fc.parameters(), lr=0.01)
for photo, label in loader:
    loss = F.nll_loss(net(photo.cuda()), label.cuda())
    loss.backward()
    fine.zero_grad()
    fine.step()
for photo, label in loader:
    F.nll_loss(net(photo.cuda()), label.cuda()).backward()
    fine.step()

head = PixelHead()
if len(loader) < 2:
    head(torch.rand(1, 3))
print('head: %.6f' % head(torch.rand(4, 3)).sum().item())

scale = torch.ones(2, requires_grad=True)
steps = torch.exp(scale)
steps += 1
try:
    steps.sum().backward()
except RuntimeError:
    print('exp needs its result')
(scale ** 2).sum().backward()
with torch.no_grad():
    scale = scale - 0.1 * scale.grad
print('scale: %.5f' % scale.sum().item())

path = os.path.join(tempfile.mkdtemp(), 'photos.pth')
torch.save(net.state_dict(), path)
other = Net()
other.load_state_dict(torch.load(path))
other.cuda()
hits = 0
with torch.no_grad:
    for photo, label in DataLoader(Photos(20, 1000), batch_size=1, num_workers=cpu_count()):
        hits += (other(photo.cuda()).max(1)[1].cpu() == label).sum().item()
print('right: %d of 20' % hits)
