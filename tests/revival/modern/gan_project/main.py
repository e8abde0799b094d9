import itertools
import random
from collections import OrderedDict
import torch
from image_pool import ImagePool
from networks import Discriminator, GANLoss, Generator, weights_init
from options import BaseOptions

opt = BaseOptions().parse()
random.seed(0)
torch.manual_seed(0)
netG, netD = Generator(opt.nz), Discriminator()
netG.apply(weights_init)
netD.apply(weights_init)
pool = ImagePool(6)
criterionGAN = GANLoss(use_lsgan=True)
criterionL1 = torch.nn.L1Loss()
optimizer_G = torch.optim.Adam(itertools.chain(netG.parameters()), lr=opt.lr, betas=(0.5, 0.999))
optimizer_D = torch.optim.Adam(netD.parameters(), lr=opt.lr, betas=(0.5, 0.999))
real_images = torch.rand(12, 6)


def get_current_errors(loss_D, loss_G, loss_L1):
    return OrderedDict([('D', loss_D.item()), ('G', loss_G.item()), ('L1', loss_L1.item())])


for epoch in range(opt.niter):
    for start in range(0, len(real_images), opt.batchSize):
        real = real_images[start:start + opt.batchSize]
        fake = netG(torch.randn(opt.batchSize, opt.nz))
        optimizer_D.zero_grad()
        fake_pool = pool.query(fake.data)
        loss_D = 0.5 * (criterionGAN(netD(real), True) + criterionGAN(netD(fake_pool), False))
        loss_D.backward()
        optimizer_D.step()
        optimizer_G.zero_grad()
        loss_G = criterionGAN(netD(fake), True)
        loss_L1 = criterionL1(fake, real)
        (loss_G + 10 * loss_L1).backward()
        optimizer_G.step()
        errors = get_current_errors(loss_D, loss_G, loss_L1)
    print('epoch %d ' % epoch + ' '.join('%s: %.4f' % (k, v) for k, v in errors.items()))
