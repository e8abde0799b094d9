"""A Wasserstein GAN with a penalty on the gradient."""
import os
import random
import numpy as np
import torch
import torch.autograd as autograd
import torch.nn as nn
import torch.optim as optim

random.seed(25)
np.random.seed(25)
torch.manual_seed(25)
DIM, LAMBDA, CRITIC_ITERS, BATCH_SIZE, ITERS = 8, .1, 2, 16, 4
gpu = 0


class Discriminator(nn.Module):
    def __init__(self):
        super(Discriminator, self).__init__()
        self.main = nn.Sequential(nn.Linear(2, DIM), nn.Tanh(), nn.Linear(DIM, 1))

    def forward(self, inputs):
        return self.main(inputs).view(-1)


def inf_train_gen():
    while True:
        dataset = []
        for i in range(BATCH_SIZE):
            point = np.random.randn(2) * .02
            center = random.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
            dataset.append(point + center)
        yield np.array(dataset, dtype='float32') / 1.414


def calc_gradient_penalty(netD, real_data, fake_data):
    alpha = torch.rand(BATCH_SIZE, 1)
    alpha = alpha.expand(real_data.size())
    interpolates = alpha * real_data + ((1 - alpha) * fake_data)
    interpolates = interpolates.detach().requires_grad_()
    disc_interpolates = netD(interpolates)
    gradients = autograd.grad(outputs=disc_interpolates, inputs=interpolates,
                              grad_outputs=torch.ones(disc_interpolates.size()),
                              create_graph=True, retain_graph=True, only_inputs=True)[0]
    return ((gradients.norm(2, dim=1) - 1) ** 2).mean() * LAMBDA


netG = nn.Sequential(nn.Linear(2, DIM), nn.ReLU(True), nn.Linear(DIM, 2))
netD = Discriminator()
optimizerD = optim.Adam(netD.parameters(), lr=1e-2, betas=(0.5, 0.9))
optimizerG = optim.Adam(netG.parameters(), lr=1e-2, betas=(0.5, 0.9))
data = inf_train_gen()
for iteration in range(ITERS):
    for p in netD.parameters():
        p.requires_grad = True
    for iter_d in range(CRITIC_ITERS):
        _data = next(data)
        real_data = torch.Tensor(_data)
        real_data_v = real_data
        netD.zero_grad()
        D_real = netD(real_data_v).mean()
        noise = torch.randn(BATCH_SIZE, 2)
        fake = netG(noise).detach()
        D_fake = netD(fake).mean()
        gradient_penalty = calc_gradient_penalty(netD, real_data_v.data, fake.data)
        D_cost = D_fake - D_real + gradient_penalty
        D_cost.backward()
        Wasserstein_D = D_real - D_fake
        optimizerD.step()
    for p in netD.parameters():
        p.requires_grad = False
    netG.zero_grad()
    noise = torch.randn(BATCH_SIZE, 2)
    noisev = noise
    G_cost = -netD(netG(noisev)).mean()
    G_cost.backward()
    optimizerG.step()
    print('iter %d disc cost %.4f wasserstein %.4f gen cost %.4f' % (
        iteration, D_cost.item(), Wasserstein_D.item(), G_cost.item()))
