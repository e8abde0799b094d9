import torch
import torch.nn.functional as F


def perceptual_loss(vgg, fake, real):
    vgg.eval()
    return F.l1_loss(vgg(fake), vgg(real))


def train(generator, vgg, loader, opt):
    for x, y in loader:
        opt.zero_grad()
        loss = perceptual_loss(vgg, generator(x), y)
        loss.backward()
        opt.step()
