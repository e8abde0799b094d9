import torch
import torch.nn as nn
import torch.optim as optim

from networks import Discriminator, Generator

nz = 100
netG = Generator(nz)
netD = Discriminator()
criterion = nn.BCELoss()
fixed_noise = torch.randn(64, nz, 1, 1)
optimizerD = optim.Adam(netD.parameters(), lr=0.0002, betas=(0.5, 0.999))
optimizerG = optim.Adam(netG.parameters(), lr=0.0002, betas=(0.5, 0.999))


def run(dataloader, epochs):
    for epoch in range(epochs):
        for i, (real, _) in enumerate(dataloader, 0):
            # the discriminator: real, then fake
            netD.zero_grad()
            label = torch.ones(real.size(0))
            errD_real = criterion(netD(real), label)
            errD_real.backward()
            noise = torch.randn(real.size(0), nz, 1, 1)
            fake = netG(noise)
            label.fill_(0)
            errD_fake = criterion(netD(fake.detach()), label)
            errD_fake.backward()
            optimizerD.step()

            # the generator
            netG.zero_grad()
            label.fill_(1)
            errG = criterion(netD(fake), label)
            errG.backward()
            optimizerG.step()
        netG.eval()
        with torch.no_grad():
            sample = netG(fixed_noise)
        netG.train()
        print(sample.mean().item(), epoch, errD_real.item() + errD_fake.item(), errG.item())
# defect
import torch
import torch.nn as nn
import torch.optim as optim

from networks import Discriminator, Generator

nz = 100
netG = Generator(nz)
netD = Discriminator()
criterion = nn.BCELoss()
fixed_noise = torch.randn(64, nz, 1, 1)
optimizerD = optim.Adam(netD.parameters(), lr=0.0002, betas=(0.5, 0.999))
optimizerG = optim.Adam(netG.parameters(), lr=0.0002, betas=(0.5, 0.999))


def run(dataloader, epochs):
    for epoch in range(epochs):
        for i, (real, _) in enumerate(dataloader, 0):
            # the discriminator: real, then fake
            netD.zero_grad()
            label = torch.ones(real.size(0))
            errD_real = criterion(netD(real), label)
            errD_real.backward()
            noise = torch.randn(real.size(0), nz, 1, 1)
            fake = netG(noise)
            label.fill_(0)
            errD_fake = criterion(netD(fake.detach()), label)
            errD_fake.backward()
            optimizerD.step()

            # the generator
            netG.zero_grad()
            label.fill_(1)
            errG = criterion(netD(fake), label)
            errG.backward()
            optimizerG.step()
        netG.eval()
        with torch.no_grad():
            sample = netG(fixed_noise)
        netD.train()
        print(sample.mean().item(), epoch, errD_real.item() + errD_fake.item(), errG.item())
# findings
37: TFC103 unsafe
