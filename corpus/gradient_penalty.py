"""WGAN with a gradient penalty on a ring of eight Gaussians: interpolates with gradients of gradients (2017)."""
import random
import numpy as np
import torch
import torch.autograd as autograd
import torch.nn as nn
import torch.optim as optim

random.seed(1)
np.random.seed(1)
torch.manual_seed(1)

DIM = 32  # model dimensionality
LAMBDA = .1  # smaller lambda makes things faster for toy tasks
CRITIC_ITERS = 3
BATCH_SIZE = 32
ITERS = 12
use_cuda = True
use_cuda = use_cuda and torch.cuda.is_available()


class Generator(nn.Module):
    def __init__(self):
        super(Generator, self).__init__()
        self.main = nn.Sequential(nn.Linear(2, DIM), nn.ReLU(True), nn.Linear(DIM, DIM), nn.ReLU(True), nn.Linear(DIM, 2))

    def forward(self, noise):
        return self.main(noise)


class Discriminator(nn.Module):
    def __init__(self):
        super(Discriminator, self).__init__()
        self.main = nn.Sequential(nn.Linear(2, DIM), nn.ReLU(True), nn.Linear(DIM, DIM), nn.ReLU(True), nn.Linear(DIM, 1))

    def forward(self, inputs):
        return self.main(inputs).view(-1)


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find('Linear') != -1:
        m.weight.data.normal_(0.0, 0.3)
        m.bias.data.fill_(0)


def inf_train_gen():
    angles = np.arange(8) * np.pi / 4
    centers = np.stack([np.cos(angles), np.sin(angles)], 1) * 1.4
    while True:
        picked = centers[np.random.randint(8, size=BATCH_SIZE)]
        yield (picked + np.random.randn(BATCH_SIZE, 2) * .02).astype('float32')


def calc_gradient_penalty(netD, real_data, fake_data):
    # drawn on the CPU, then moved
    alpha = torch.rand(BATCH_SIZE, 1).expand(real_data.size())
    alpha = alpha.cuda() if use_cuda else alpha
    interpolates = autograd.Variable(alpha * real_data + ((1 - alpha) * fake_data), requires_grad=True)
    disc_interpolates = netD(interpolates)
    gradients = autograd.grad(
        outputs=disc_interpolates, inputs=interpolates,
        grad_outputs=torch.ones(disc_interpolates.size()).cuda() if use_cuda else torch.ones(disc_interpolates.size()),
        create_graph=True, retain_graph=True, only_inputs=True)[0]
    return ((gradients.norm(2, dim=1) - 1) ** 2).mean() * LAMBDA


def contour(netD, n=5):
    """What the critic thinks of a grid of points."""
    points = np.stack(np.meshgrid(np.linspace(-2, 2, n), np.linspace(-2, 2, n)), -1).reshape(-1, 2).astype('float32')
    netD.eval()
    points_v = autograd.Variable(torch.Tensor(points), volatile=True)
    if use_cuda:
        points_v = points_v.cuda()
    disc_map = netD(points_v).cpu().data.numpy()
    netD.train()
    return disc_map


netG, netD = Generator(), Discriminator()
netD.apply(weights_init)
netG.apply(weights_init)
if use_cuda:
    netD, netG = netD.cuda(), netG.cuda()
optimizerD = optim.Adam(netD.parameters(), lr=1e-3, betas=(0.5, 0.9))
optimizerG = optim.Adam(netG.parameters(), lr=1e-3, betas=(0.5, 0.9))
one = torch.tensor(1, dtype=torch.float)
mone = one * -1
if use_cuda:
    one, mone = one.cuda(), mone.cuda()
data = inf_train_gen()
for iteration in range(ITERS):
    for p in netD.parameters():
        p.requires_grad = True
    for iter_d in range(CRITIC_ITERS):
        real_data_v = autograd.Variable(torch.Tensor(next(data)))
        real_data_v = real_data_v.cuda() if use_cuda else real_data_v
        netD.zero_grad()
        D_real = netD(real_data_v).mean()
        D_real.backward(mone)
        noise = torch.randn(BATCH_SIZE, 2)
        noisev = autograd.Variable(noise.cuda() if use_cuda else noise, volatile=True)
        fake = autograd.Variable(netG(noisev).data)  # the generator stays as it is
        D_fake = netD(fake).mean()
        D_fake.backward(one)
        gradient_penalty = calc_gradient_penalty(netD, real_data_v.data, fake.data)
        gradient_penalty.backward()
        D_cost = D_fake - D_real + gradient_penalty
        optimizerD.step()
    for p in netD.parameters():
        p.requires_grad = False
    netG.zero_grad()
    noise = torch.randn(BATCH_SIZE, 2)
    G = netD(netG(autograd.Variable(noise.cuda() if use_cuda else noise))).mean()
    G.backward(mone)
    optimizerG.step()
    if iteration % 4 == 3:
        print('iter %d disc %.6f penalty %.6f gen %.6f map %.6f' % (
            iteration, D_cost.cpu().data.numpy(), gradient_penalty.data, -G.cpu().data.numpy(), contour(netD).std()))
