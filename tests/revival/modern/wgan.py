"""A Wasserstein GAN on points of a circle."""
import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.utils.data import DataLoader, TensorDataset

np.random.seed(3)
torch.manual_seed(3)
angles = np.random.uniform(0, 2 * np.pi, 48)
points = torch.from_numpy(np.stack([np.cos(angles), np.sin(angles)], 1).astype(np.float32))
loader = DataLoader(TensorDataset(points, torch.zeros(48)), batch_size=8)

netD = nn.Sequential(nn.Linear(2, 12), nn.ReLU(), nn.Linear(12, 1))
netG = nn.Sequential(nn.Linear(3, 12), nn.ReLU(), nn.Linear(12, 2))
one = torch.FloatTensor([1])
mone = one * -1
optimizerD = optim.RMSprop(netD.parameters(), lr=0.01)
optimizerG = optim.RMSprop(netG.parameters(), lr=0.01)

gen_iterations = 0
for epoch in range(2):
    data_iter = iter(loader)
    i = 0
    while i < len(loader):
        for p in netD.parameters():
            p.requires_grad = True
        j = 0
        while j < 2 and i < len(loader):
            j += 1
            for p in netD.parameters():
                p.data.clamp_(-0.1, 0.1)
            data = next(data_iter)
            i += 1
            real, _ = data
            netD.zero_grad()
            errD_real = netD(real).mean(0).view(1)
            errD_real.backward(one)
            noise = torch.randn(real.size(0), 3)
            fake = netG(noise).detach()
            errD_fake = netD(fake).mean(0).view(1)
            errD_fake.backward(mone)
            errD = errD_real - errD_fake
            optimizerD.step()
        for p in netD.parameters():
            p.requires_grad = False
        netG.zero_grad()
        errG = netD(netG(torch.randn(8, 3))).mean(0).view(1)
        errG.backward(one)
        optimizerG.step()
        gen_iterations += 1
        print('[%d][%d] Loss_D: %.5f Loss_G: %.5f Loss_D_real: %.5f'
              % (epoch, gen_iterations, errD.data[0], errG.data[0], errD_real.data[0]))
