"""DCGAN on blobs of light, in the manner of the tutorials for PyTorch 1.x: one device line, lists of losses for a plot."""
import argparse
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.parallel
import torch.optim as optim
import torch.utils.data

parser = argparse.ArgumentParser()
parser.add_argument('--workers', type=int, default=0, help='processes that load pictures')
parser.add_argument('--ngpu', type=int, default=1, help='0 for CPU')
parser.add_argument('--num-epochs', type=int, default=2)
parser.add_argument('--resume-g', default='', help='weights of a generator to go on with')
opt = parser.parse_args()

manualSeed = 999
random.seed(manualSeed)
torch.manual_seed(manualSeed)

batch_size, nc, nz, ngf, ndf = 16, 1, 10, 8, 8
lr, beta1 = 0.001, 0.5
device = torch.device("cuda:0" if (torch.cuda.is_available() and opt.ngpu > 0) else "cpu")


class Blobs(torch.utils.data.Dataset):
    def __init__(self, n):
        centres = np.random.RandomState(4).uniform(4, 12, size=(n, 2, 1, 1))
        grid = np.stack(np.meshgrid(np.arange(16), np.arange(16)))
        # a numpy array, which has a .data of its own
        self.pictures = np.exp(-((grid[None] - centres) ** 2).sum(1) / 9.0).astype(np.float32)
        self.nbytes = self.pictures.data.nbytes

    def __len__(self):
        return len(self.pictures)

    def __getitem__(self, i):
        return torch.from_numpy(self.pictures[i])[None] * 2 - 1, 0


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find('Conv') != -1:
        nn.init.normal_(m.weight.data, 0.0, 0.02)
    elif classname.find('BatchNorm') != -1:
        nn.init.normal_(m.weight.data, 1.0, 0.02)
        nn.init.constant_(m.bias.data, 0)


class Generator(nn.Module):
    def __init__(self, ngpu):
        super(Generator, self).__init__()
        self.ngpu = ngpu
        self.main = nn.Sequential(
            nn.ConvTranspose2d(nz, ngf * 2, 4, 1, 0, bias=False), nn.BatchNorm2d(ngf * 2), nn.ReLU(True),
            nn.ConvTranspose2d(ngf * 2, ngf, 4, 2, 1, bias=False), nn.BatchNorm2d(ngf), nn.ReLU(True),
            nn.ConvTranspose2d(ngf, nc, 4, 2, 1, bias=False), nn.Tanh())

    def forward(self, input):
        if input.is_cuda and self.ngpu > 1:
            return nn.parallel.data_parallel(self.main, input, range(self.ngpu))
        return self.main(input)


class Discriminator(nn.Module):
    def __init__(self):
        super(Discriminator, self).__init__()
        self.main = nn.Sequential(
            nn.Conv2d(nc, ndf, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf, ndf * 2, 4, 2, 1, bias=False), nn.BatchNorm2d(ndf * 2), nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf * 2, 1, 4, 1, 0, bias=False), nn.Sigmoid())

    def forward(self, input):
        return self.main(input).view(-1, 1).squeeze(1)


dataset = Blobs(64)
dataloader = torch.utils.data.DataLoader(dataset, batch_size=batch_size, shuffle=True, num_workers=opt.workers)
netG, netD = Generator(opt.ngpu).to(device), Discriminator().to(device)
netG.apply(weights_init)
netD.apply(weights_init)
if opt.resume_g:
    netG.load_state_dict(torch.load(opt.resume_g))
criterion = nn.BCELoss()
fixed_noise = torch.randn(16, nz, 1, 1, device=device)
real_label, fake_label = 1., 0.
optimizerD = optim.Adam(netD.parameters(), lr=lr, betas=(beta1, 0.999))
optimizerG = optim.Adam(netG.parameters(), lr=lr, betas=(beta1, 0.999))

img_list, G_losses, D_losses = [], [], []
print("pictures: %d, %d bytes" % (len(dataset), dataset.nbytes))
for epoch in range(opt.num_epochs):
    for i, data in enumerate(dataloader, 0):
        netD.zero_grad()
        real = data[0].to(device)
        label = torch.full((real.size(0),), real_label, dtype=torch.float, device=device)
        errD_real = criterion(netD(real), label)
        errD_real.backward()
        fake = netG(torch.randn(real.size(0), nz, 1, 1, device=device))
        label.fill_(fake_label)
        errD_fake = criterion(netD(fake.detach()), label)
        errD_fake.backward()
        optimizerD.step()
        netG.zero_grad()
        label.fill_(real_label)
        errG = criterion(netD(fake), label)
        errG.backward()
        optimizerG.step()
        G_losses.append(errG.item())
        D_losses.append((errD_real + errD_fake).item())
    img_list.append(netG(fixed_noise).data.cpu())
    print('[%d/%d] D %.6f G %.6f' % (epoch, opt.num_epochs, np.mean(D_losses[-4:]), np.mean(G_losses[-4:])))
print('movement of the samples: %.6f' % (img_list[-1] - img_list[0]).abs().mean().item())
