"""Residual blocks, depthwise convolution, initialization through `.data`, learning rate schedule."""

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.nn.init as init

torch.manual_seed(0)
torch.cuda.manual_seed_all(0)
torch.backends.cudnn.deterministic = True


class Block(nn.Module):
    def __init__(self, i, o, s=1):
        super().__init__()
        self.c1 = nn.Conv2d(i, o, 3, s, 1, bias=False)
        self.b1 = nn.BatchNorm2d(o)
        self.c2 = nn.Conv2d(o, o, 3, 1, 1, bias=False, groups=1)
        self.b2 = nn.BatchNorm2d(o)
        self.sc = (
            nn.Sequential()
            if s == 1 and i == o
            else nn.Sequential(nn.Conv2d(i, o, 1, s, bias=False), nn.BatchNorm2d(o))
        )

    def forward(self, x):
        out = F.relu(self.b1(self.c1(x)))
        out = self.b2(self.c2(out))
        out += self.sc(x)
        return F.relu(out)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(3, 8, 3, padding=1)
        self.dw = nn.Conv2d(8, 8, 3, padding=1, groups=8)
        self.l = nn.ModuleList([Block(8, 8), Block(8, 16, 2)])
        self.f = nn.Linear(16, 10)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                init.kaiming_normal_(m.weight, mode="fan_out")
            elif isinstance(m, nn.BatchNorm2d):
                m.weight.data.fill_(1)
                m.bias.data.zero_()

    def forward(self, x):
        x = self.dw(self.c(x))
        for b in self.l:
            x = b(x)
        return self.f(F.avg_pool2d(x, 4).view(x.size(0), -1)[:, :16])


net = Net().cuda()
print(sum(p.data.nelement() for p in net.parameters()))
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=5e-4)
sch = torch.optim.lr_scheduler.MultiStepLR(opt, [1, 2])
X = torch.randn(24, 3, 8, 8)
Y = torch.randint(0, 10, (24,))
for e in range(3):
    net.train()
    for i in range(0, 24, 8):
        x, y = X[i : i + 8].cuda(), Y[i : i + 8].cuda(non_blocking=True)
        if e == 1:
            x = torch.flip(x, [3])
        out = net(x)
        loss = F.cross_entropy(out, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    sch.step()
    net.eval()
    with torch.no_grad():
        o = net(X.cuda())
        _, p = o.topk(3, 1, True, True)
        c = p.t().eq(Y.cuda().view(1, -1).expand(3, 24))
        print(
            "%d %.5f top1 %.2f top3 %.2f"
            % (e, loss.item(), c[:1].reshape(-1).float().sum(0).item(), c[:3].reshape(-1).float().sum(0).item())
        )
print(net.l[0].b1.running_mean.cpu().numpy().sum(), net.l[0].b1.num_batches_tracked.item())
