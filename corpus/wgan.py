"""Wasserstein GAN: weights of the critic clipped through `p.data`, the generator frozen by `Variable(fake.data)`."""
from __future__ import print_function
import argparse
import random
import torch
import torch.nn as nn
import torch.optim as optim
from torch.autograd import Variable

parser = argparse.ArgumentParser()
parser.add_argument('--batchSize', type=int, default=16)
parser.add_argument('--nz', type=int, default=8)
parser.add_argument('--ngf', type=int, default=8)
parser.add_argument('--ndf', type=int, default=8)
parser.add_argument('--niter', type=int, default=2)
parser.add_argument('--lrD', type=float, default=0.0005)
parser.add_argument('--lrG', type=float, default=0.0005)
parser.add_argument('--cuda', action='store_true', help='use the GPU')
parser.add_argument('--netG', default='', help='weights to start from')
parser.add_argument('--clip_low', type=float, default=-0.01)
parser.add_argument('--clip_high', type=float, default=0.01)
parser.add_argument('--critic_steps', type=int, default=3, help='steps of the critic per step of the generator')
opt = parser.parse_args()

opt.manualSeed = 4321
random.seed(opt.manualSeed)
torch.manual_seed(opt.manualSeed)

dataset = torch.rand(96, 1, 8, 8)
dataloader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(dataset),
                                         batch_size=opt.batchSize, shuffle=True)


class Generator(nn.Module):
    def __init__(self, nz, ngf):
        super(Generator, self).__init__()
        self.main = nn.Sequential(
            nn.ConvTranspose2d(nz, ngf, 4, 1, 0, bias=False), nn.BatchNorm2d(ngf), nn.ReLU(True),
            nn.ConvTranspose2d(ngf, 1, 4, 2, 1, bias=False), nn.Tanh())

    def forward(self, input):
        return self.main(input)


class Critic(nn.Module):
    def __init__(self, ndf):
        super(Critic, self).__init__()
        self.main = nn.Sequential(
            nn.Conv2d(1, ndf, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf, 1, 4, 1, 0, bias=False))

    def forward(self, input):
        output = self.main(input).mean(0)
        return output.view(1)


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find('Conv') != -1:
        m.weight.data.normal_(0.0, 0.02)
    elif classname.find('BatchNorm') != -1:
        m.weight.data.normal_(1.0, 0.02)
        m.bias.data.fill_(0)


netG = Generator(opt.nz, opt.ngf)
netG.apply(weights_init)
if opt.netG != '':
    netG.load_state_dict(torch.load(opt.netG))
netD = Critic(opt.ndf)
netD.apply(weights_init)

input = torch.FloatTensor(opt.batchSize, 1, 8, 8)
noise = torch.FloatTensor(opt.batchSize, opt.nz, 1, 1)
fixed_noise = torch.FloatTensor(opt.batchSize, opt.nz, 1, 1).normal_(0, 1)
one = torch.FloatTensor([1])
mone = one * -1

if opt.cuda:
    netD.cuda()
    netG.cuda()
    input = input.cuda()
    one, mone = one.cuda(), mone.cuda()
    noise, fixed_noise = noise.cuda(), fixed_noise.cuda()

optimizerD = optim.RMSprop(netD.parameters(), lr=opt.lrD)
optimizerG = optim.RMSprop(netG.parameters(), lr=opt.lrG)

for epoch in range(opt.niter):
    for i, (real_cpu,) in enumerate(dataloader):
        for p in netD.parameters():  # frozen at the end of the last round
            p.requires_grad = True
        for _ in range(opt.critic_steps):
            # keep the critic Lipschitz
            for p in netD.parameters():
                p.data.clamp_(opt.clip_low, opt.clip_high)
            netD.zero_grad()
            input.resize_as_(real_cpu).copy_(real_cpu)
            errD_real = netD(Variable(input))
            errD_real.backward(one)
            noise.resize_(opt.batchSize, opt.nz, 1, 1).normal_(0, 1)
            noisev = Variable(noise, volatile=True)  # totally freeze netG
            fake = Variable(netG(noisev).data)
            errD_fake = netD(fake)
            errD_fake.backward(mone)
            errD = errD_real - errD_fake
            optimizerD.step()

        for p in netD.parameters():
            p.requires_grad = False
        netG.zero_grad()
        noise.resize_(opt.batchSize, opt.nz, 1, 1).normal_(0, 1)
        errG = netD(netG(Variable(noise)))
        errG.backward(one)
        optimizerG.step()
    print('epoch %d critic %.8f generator %.8f' % (epoch, errD.data[0], errG.data[0]))

fake = netG(Variable(fixed_noise))
print('samples: mean %.6f std %.6f' % (fake.data.mean(), fake.data.mul(0.5).add(0.5).std()))
