import torch
from torch.autograd import Variable


def train(gen, disc, z):
    noise = Variable(z, volatile=True)
    fake = Variable(gen(noise).data)
    d_loss = disc(fake)
    d_loss.backward()
