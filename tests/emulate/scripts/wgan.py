"""A generator and a critic whose weights are clipped through `.data`."""

import torch
import torch.nn as nn

torch.manual_seed(3)
torch.cuda.manual_seed(3)


class G(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(
            nn.ConvTranspose2d(8, 8, 4, 1, 0, bias=False),
            nn.BatchNorm2d(8),
            nn.ReLU(True),
            nn.ConvTranspose2d(8, 1, 4, 2, 1, bias=False),
            nn.Tanh(),
        )

    def forward(self, z):
        return self.main(z)


class D(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(nn.Conv2d(1, 8, 4, 2, 1), nn.LeakyReLU(0.2, inplace=True), nn.Conv2d(8, 1, 4, 1, 0))

    def forward(self, x):
        return self.main(x).mean(0).view(1)


def weights_init(m):
    if m.__class__.__name__.find("Conv") != -1:
        m.weight.data.normal_(0.0, 0.02)
    elif m.__class__.__name__.find("BatchNorm") != -1:
        m.weight.data.normal_(1.0, 0.02)
        m.bias.data.fill_(0)


netG, netD = G(), D()
netG.apply(weights_init)
netD.apply(weights_init)
noise = torch.FloatTensor(8, 8, 1, 1)
fixed = torch.FloatTensor(8, 8, 1, 1).normal_(0, 1)
one = torch.FloatTensor([1])
mone = one * -1
netD.cuda()
netG.cuda()
one, mone = one.cuda(), mone.cuda()
noise, fixed = noise.cuda(), fixed.cuda()
oD = torch.optim.RMSprop(netD.parameters(), lr=5e-4)
oG = torch.optim.RMSprop(netG.parameters(), lr=5e-4)
real_data = torch.rand(8, 1, 8, 8)
for it in range(4):
    for p in netD.parameters():
        p.requires_grad = True
    for _ in range(2):
        for p in netD.parameters():
            p.data.clamp_(-0.01, 0.01)
        netD.zero_grad()
        inputv = torch.cuda.FloatTensor(8, 1, 8, 8).copy_(real_data)
        errR = netD(inputv)
        errR.backward(one)
        noise.resize_(8, 8, 1, 1).normal_(0, 1)
        fake = netG(noise).data
        errF = netD(fake)
        errF.backward(mone)
        errD = errR - errF
        oD.step()
    for p in netD.parameters():
        p.requires_grad = False
    netG.zero_grad()
    noise.resize_(8, 8, 1, 1).normal_(0, 1)
    errG = netD(netG(noise))
    errG.backward(one)
    oG.step()
    print("[%d] Loss_D: %f Loss_G: %f" % (it, errD.data[0], errG.data[0]))
img = netG(fixed).data.mul(0.5).add(0.5).cpu().numpy()
print(img.mean(), img.std())
