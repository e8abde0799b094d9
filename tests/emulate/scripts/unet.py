"""Segmentation: unpooling, transposed convolution, upsampling, ignored labels, grid sampling."""

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(6)


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.InstanceNorm2d(6, affine=True), nn.ReLU(inplace=True))
        self.p = nn.MaxPool2d(2, return_indices=True)
        self.m = nn.Conv2d(6, 6, 3, padding=2, dilation=2)
        self.gn = nn.GroupNorm(2, 6)
        self.unpool = nn.MaxUnpool2d(2)
        self.up = nn.ConvTranspose2d(6, 6, 2, 2)
        self.o = nn.Conv2d(18, 3, 1)

    def forward(self, x):
        a = self.d(x)
        b, i = self.p(a)
        b = F.relu(self.gn(self.m(b)))
        u = self.unpool(b, i)
        v = self.up(b)
        w = F.interpolate(b, scale_factor=2, mode="bilinear", align_corners=True)
        return self.o(torch.cat([a + u, v, w], 1))


def dice(logit, t):
    p = F.softmax(logit, 1)
    oh = torch.zeros(p.size()).cuda().scatter_(1, t.unsqueeze(1), 1)
    inter = (p * oh).sum((0, 2, 3))
    return 1 - ((2 * inter + 1) / (p.sum((0, 2, 3)) + oh.sum((0, 2, 3)) + 1)).mean()


net = UNet().cuda()
opt = torch.optim.Adagrad(net.parameters(), 0.02)
x = torch.rand(2, 1, 16, 16).cuda()
y = torch.randint(0, 3, (2, 16, 16)).cuda()
y[0, :2] = 255
for i in range(4):
    out = net(x)
    yy = y.clone()
    yy[yy == 255] = 0
    loss = F.cross_entropy(out, y, weight=torch.FloatTensor([1, 2, 3]).cuda(), ignore_index=255) + dice(out, yy)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(i, loss.item())
theta = torch.tensor([[[1.0, 0.1, 0], [0, 0.9, 0.1]]]).repeat(2, 1, 1).cuda()
w = F.grid_sample(out.detach(), F.affine_grid(theta, out.size(), align_corners=False), align_corners=False)
pred = w.argmax(1)
print(
    w.mean().item(),
    torch.bincount(pred.view(-1), minlength=3).tolist(),
    F.pad(w, (1, 1, 1, 1), mode="reflect").sum().item(),
)
hist = torch.histc(w.float(), 5, -1, 1)
print(hist.cpu().numpy())
