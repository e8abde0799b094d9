"""GAN of fully connected layers; `Tensor` stands for a type on the GPU or on the CPU (2018)."""
import argparse
import os
import numpy as np
import tempfile

from torch.utils.data import DataLoader, TensorDataset
from torch.autograd import Variable

import torch.nn as nn
import torch.nn.functional as F
import torch

parser = argparse.ArgumentParser()
parser.add_argument("--n_epochs", type=int, default=3)
parser.add_argument("--batch_size", type=int, default=16)
parser.add_argument("--lr", type=float, default=0.002)
parser.add_argument("--b1", type=float, default=0.5)
parser.add_argument("--b2", type=float, default=0.999)
parser.add_argument("--latent_dim", type=int, default=10)
parser.add_argument("--image_size", type=int, default=8)
opt = parser.parse_args()

folder = os.path.join(tempfile.mkdtemp(), "models")
os.makedirs(folder, exist_ok=True)
np.random.seed(2)
torch.manual_seed(2)

img_shape = (1, opt.image_size, opt.image_size)

cuda = True if torch.cuda.is_available() else False


def init_weights(m):
    classname = m.__class__.__name__
    if classname.find("Linear") != -1:
        torch.nn.init.normal(m.weight.data, 0.0, 0.02)
        torch.nn.init.constant(m.bias.data, 0.0)


class Generator(nn.Module):
    def __init__(self):
        super(Generator, self).__init__()

        def block(in_feat, out_feat, normalize=True):
            layers = [nn.Linear(in_feat, out_feat)]
            if normalize:
                layers.append(nn.BatchNorm1d(out_feat, 0.8))
            layers.append(nn.LeakyReLU(0.2, inplace=True))
            return layers

        self.model = nn.Sequential(
            *block(opt.latent_dim, 16, normalize=False), *block(16, 32),
            nn.Linear(32, int(np.prod(img_shape))), nn.Tanh())

    def forward(self, z):
        img = self.model(z)
        return img.view(img.size(0), *img_shape)


class Discriminator(nn.Module):
    def __init__(self):
        super(Discriminator, self).__init__()
        self.fc1 = nn.Linear(int(np.prod(img_shape)), 32)
        self.fc2 = nn.Linear(32, 1)

    def forward(self, img):
        h = F.leaky_relu(self.fc1(img.view(img.size(0), -1)), 0.2)
        return F.sigmoid(self.fc2(h))


criterion = torch.nn.BCELoss()

generator = Generator()
discriminator = Discriminator()
if cuda:
    generator.cuda()
    discriminator.cuda()
    criterion.cuda()
generator.apply(init_weights)
discriminator.apply(init_weights)

stripes = np.sign(np.sin(np.arange(64) * 0.8)).reshape(1, 1, 8, 8) * np.random.rand(96, 1, 1, 1)
dataloader = DataLoader(TensorDataset(torch.from_numpy(stripes)), batch_size=opt.batch_size, shuffle=True)

optimizer_G = torch.optim.Adam(generator.parameters(), lr=opt.lr, betas=(opt.b1, opt.b2))
optimizer_D = torch.optim.Adam(discriminator.parameters(), lr=opt.lr, betas=(opt.b1, opt.b2))

Tensor = torch.cuda.FloatTensor if cuda else torch.FloatTensor

for epoch in range(opt.n_epochs):
    for i, (imgs,) in enumerate(dataloader):
        # what the discriminator should say
        valid = Variable(Tensor(imgs.size(0), 1).fill_(1.0), requires_grad=False)
        fake = Variable(Tensor(imgs.size(0), 1).fill_(0.0), requires_grad=False)
        real = Variable(imgs.type(Tensor))

        optimizer_G.zero_grad()
        z = Variable(Tensor(np.random.normal(0, 1, (imgs.shape[0], opt.latent_dim))))
        made = generator(z)
        g_loss = criterion(discriminator(made), valid)
        g_loss.backward()
        optimizer_G.step()

        optimizer_D.zero_grad()
        real_loss = criterion(discriminator(real), valid)
        fake_loss = criterion(discriminator(made.detach()), fake)
        d_loss = (real_loss + fake_loss) / 2
        d_loss.backward()
        optimizer_D.step()
    print("epoch %d discriminator %f generator %f" % (epoch, d_loss.item(), g_loss.item()))

torch.save(generator.state_dict(), os.path.join(folder, "generator_%d.pth" % epoch))
generator.load_state_dict(torch.load(os.path.join(folder, "generator_%d.pth" % epoch)))
sample = generator(Variable(Tensor(np.random.normal(0, 1, (4, opt.latent_dim)))))
print("sample mean %.6f" % sample.data.cpu().numpy().mean())
