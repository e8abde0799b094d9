import itertools

import torch

from models import GeneratorResNet, Discriminator
from datasets import pairs

G_AB, G_BA = GeneratorResNet(), GeneratorResNet()
D_A, D_B = Discriminator(), Discriminator()
criterion_GAN = torch.nn.MSELoss()
criterion_cycle = torch.nn.L1Loss()
optimizer_G = torch.optim.Adam(itertools.chain(G_AB.parameters(), G_BA.parameters()), lr=2e-4)
optimizer_D_A = torch.optim.Adam(D_A.parameters(), lr=2e-4)
optimizer_D_B = torch.optim.Adam(D_B.parameters(), lr=2e-4)

for epoch in range(200):
    for i, (real_A, real_B) in enumerate(pairs()):
        valid = torch.ones(real_A.size(0), 1)
        fake = torch.zeros(real_A.size(0), 1)

        G_AB.train()
        optimizer_G.zero_grad()
        fake_B, fake_A = G_AB(real_A), G_BA(real_B)
        loss_GAN = criterion_GAN(D_B(fake_B), valid) + criterion_GAN(D_A(fake_A), valid)
        loss_G = loss_GAN + 10.0 * criterion_cycle(G_BA(fake_B), real_A)
        loss_G.backward()
        optimizer_G.step()

        optimizer_D_A.zero_grad()
        loss_D_A = criterion_GAN(D_A(real_A), valid) + criterion_GAN(D_A(fake_A.detach()), fake)
        loss_D_A.backward()
        optimizer_D_A.step()

        optimizer_D_B.zero_grad()
        loss_D_B = criterion_GAN(D_B(real_B), valid) + criterion_GAN(D_B(fake_B.detach()), fake)
        loss_D_B.backward()
        optimizer_D_B.step()
    if epoch % 10 == 0:
        G_AB.eval()
        with torch.no_grad():
            print(G_AB(real_A).mean().item())
# defect
import itertools

import torch

from models import GeneratorResNet, Discriminator
from datasets import pairs

G_AB, G_BA = GeneratorResNet(), GeneratorResNet()
D_A, D_B = Discriminator(), Discriminator()
criterion_GAN = torch.nn.MSELoss()
criterion_cycle = torch.nn.L1Loss()
optimizer_G = torch.optim.Adam(itertools.chain(G_AB.parameters(), G_BA.parameters()), lr=2e-4)
optimizer_D_A = torch.optim.Adam(D_A.parameters(), lr=2e-4)
optimizer_D_B = torch.optim.Adam(D_B.parameters(), lr=2e-4)

for epoch in range(200):
    for i, (real_A, real_B) in enumerate(pairs()):
        valid = torch.ones(real_A.size(0), 1)
        fake = torch.zeros(real_A.size(0), 1)

        optimizer_G.zero_grad()
        fake_B, fake_A = G_AB(real_A), G_BA(real_B)
        loss_GAN = criterion_GAN(D_B(fake_B), valid) + criterion_GAN(D_A(fake_A), valid)
        loss_G = loss_GAN + 10.0 * criterion_cycle(G_BA(fake_B), real_A)
        loss_G.backward()
        optimizer_G.step()

        optimizer_D_A.zero_grad()
        loss_D_A = criterion_GAN(D_A(real_A), valid) + criterion_GAN(D_A(fake_A.detach()), fake)
        loss_D_A.backward()
        optimizer_D_A.step()

        optimizer_D_B.zero_grad()
        loss_D_B = criterion_GAN(D_B(real_B), valid) + criterion_GAN(D_B(fake_B.detach()), fake)
        loss_D_B.backward()
        optimizer_D_B.step()
    if epoch % 10 == 0:
        G_AB.eval()
        with torch.no_grad():
            print(G_AB(real_A).mean().item())
# findings
38: TFC103 unsafe
