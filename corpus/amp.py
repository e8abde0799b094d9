"""Mixed precision with autocast and a GradScaler, exponential average of the weights, weights on disk (PyTorch 1.6 to 1.13)."""
import copy
import io

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.cuda.amp import GradScaler, autocast

torch.manual_seed(1234)
torch.cuda.manual_seed_all(1234)
device = 'cuda'


class SqueezeExcite(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(channels, 4), nn.Linear(4, channels)

    def forward(self, x):
        s = torch.sigmoid(self.fc2(F.relu(self.fc1(x.mean((2, 3))))))
        return x * s[:, :, None, None]


class Net(nn.Module):
    def __init__(self, num_classes=4):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, padding=1, bias=False)
        self.bn = nn.BatchNorm2d(8)
        self.se = SqueezeExcite(8)
        self.fc = nn.Linear(8 * 16, num_classes)
        self.fc.weight.data.normal_(0, 0.01)
        self.fc.bias.data.fill_(0)

    def forward(self, x):
        x = self.se(F.relu(self.bn(self.stem(x))))
        return self.fc(F.avg_pool2d(x, 2).flatten(1))


class ModelEMA:
    def __init__(self, model, decay=0.9):
        self.module = copy.deepcopy(model).eval()
        self.decay = decay
        for p in self.module.parameters():
            p.requires_grad_(False)

    def update(self, model):
        with torch.no_grad():
            for ema, now in zip(self.module.state_dict().values(), model.state_dict().values()):
                if ema.dtype.is_floating_point:
                    ema *= self.decay
                    ema += (1. - self.decay) * now.detach()
                else:
                    ema.copy_(now)


def quadrants(n):
    target = torch.randint(0, 4, (n,))
    images = torch.randn(n, 3, 8, 8) * 0.5
    for image, t in zip(images, target.tolist()):
        image[:, 4 * (t // 2):4 * (t // 2) + 4, 4 * (t % 2):4 * (t % 2) + 4] += 0.5
    return images, target


train_x, train_y = quadrants(96)
test_x, test_y = quadrants(48)
model = Net().to(device)
ema = ModelEMA(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.9)
use_amp = device == 'cuda' and torch.cuda.is_available()
scaler = GradScaler(enabled=use_amp)
criterion = nn.CrossEntropyLoss().cuda()

for epoch in range(3):
    model.train()
    total = 0.0
    for i in range(0, len(train_x), 24):
        images = train_x[i:i + 24].to(device, non_blocking=True)
        target = train_y[i:i + 24].to(device, non_blocking=True)
        optimizer.zero_grad()
        # the type of the device, not a place to put anything
        with torch.autocast('cuda', enabled=False):
            images = images.float()
        with autocast(enabled=use_amp):
            loss = criterion(model(images).float(), target)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        scaler.step(optimizer)
        scaler.update()
        ema.update(model)
        total += loss.detach() * images.size(0)
    print('epoch %d: loss %.2f' % (epoch, total.cpu().numpy() / len(train_x)))


def test(net):
    net.eval()
    correct = 0
    for i in range(0, len(test_x), 16):
        out = net(test_x[i:i + 16].to(device))
        correct += (out.argmax(1).cpu() == test_y[i:i + 16]).sum().item()
    return correct


print('right: %d, averaged weights: %d of %d' % (test(model), test(ema.module), len(test_x)))
file = io.BytesIO()
torch.save({'model': model.state_dict(), 'scaler': scaler.state_dict(), 'epoch': epoch}, file)
file.seek(0)
checkpoint = torch.load(file)
model.load_state_dict(checkpoint['model'])
print('again: %d after epoch %d' % (test(model), checkpoint['epoch']))
