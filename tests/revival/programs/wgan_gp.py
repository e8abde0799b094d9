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
use_cuda = True
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
        for i in xrange(BATCH_SIZE):
            point = np.random.randn(2) * .02
            center = random.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
            dataset.append(point + center)
        yield np.array(dataset, dtype='float32') / 1.414


def calc_gradient_penalty(netD, real_data, fake_data):
    alpha = torch.rand(BATCH_SIZE, 1)
    alpha = alpha.expand(real_data.size())
    alpha = alpha.cuda() if use_cuda else alpha
    interpolates = alpha * real_data + ((1 - alpha) * fake_data)
    if use_cuda:
        interpolates = interpolates.cuda()
    interpolates = autograd.Variable(interpolates, requires_grad=True)
    disc_interpolates = netD(interpolates)
    gradients = autograd.grad(outputs=disc_interpolates, inputs=interpolates,
                              grad_outputs=torch.ones(disc_interpolates.size()).cuda() if use_cuda else torch.ones(
                                  disc_interpolates.size()),
                              create_graph=True, retain_graph=True, only_inputs=True)[0]
    return ((gradients.norm(2, dim=1) - 1) ** 2).mean() * LAMBDA


netG = nn.Sequential(nn.Linear(2, DIM), nn.ReLU(True), nn.Linear(DIM, 2))
netD = Discriminator()
if use_cuda:
    netD = netD.cuda()
    netG = netG.cuda()
optimizerD = optim.Adam(netD.parameters(), lr=1e-2, betas=(0.5, 0.9))
optimizerG = optim.Adam(netG.parameters(), lr=1e-2, betas=(0.5, 0.9))
data = inf_train_gen()
for iteration in xrange(ITERS):
    for p in netD.parameters():
        p.requires_grad = True
    for iter_d in xrange(CRITIC_ITERS):
        _data = data.next()
        real_data = torch.Tensor(_data)
        if use_cuda:
            real_data = real_data.cuda()
        real_data_v = autograd.Variable(real_data)
        netD.zero_grad()
        D_real = netD(real_data_v).mean()
        noise = torch.randn(BATCH_SIZE, 2)
        if use_cuda:
            noise = noise.cuda()
        noisev = autograd.Variable(noise, volatile=True)
        fake = autograd.Variable(netG(noisev).data)
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
    if use_cuda:
        noise = noise.cuda()
    noisev = autograd.Variable(noise)
    G_cost = -netD(netG(noisev)).mean()
    G_cost.backward()
    optimizerG.step()
    print('iter %d disc cost %.4f wasserstein %.4f gen cost %.4f' % (
        iteration, D_cost.cpu().data.numpy()[0],
        Wasserstein_D.data[0], G_cost.data[0]))
