"""Variational autoencoder of 2017: `loss.data[0]`, `size_average=False`, noise of a CUDA tensor type."""
from __future__ import print_function
import argparse
import torch
import torch.utils.data
from torch import nn, optim
from torch.nn import functional as F
from torch.autograd import Variable

parser = argparse.ArgumentParser(description='VAE on binary stripes')
parser.add_argument('--batch-size', type=int, default=32, metavar='N')
parser.add_argument('--epochs', type=int, default=3, metavar='N')
parser.add_argument('--no-cuda', action='store_true', default=False, help='stay on the CPU')
parser.add_argument('--seed', type=int, default=1, metavar='S')
args = parser.parse_args()
args.cuda = not args.no_cuda and torch.cuda.is_available()

torch.manual_seed(args.seed)
if args.cuda:
    torch.cuda.manual_seed(args.seed)


def stripes(n):
    x = torch.zeros(n, 8, 8)
    for i in range(n):
        if i % 2:
            x[i, i % 8, :] = 1
        else:
            x[i, :, i // 2 % 8] = 1
    return x


train_loader = torch.utils.data.DataLoader(
    torch.utils.data.TensorDataset(stripes(128), torch.zeros(128)), batch_size=args.batch_size, shuffle=True)
test_loader = torch.utils.data.DataLoader(
    torch.utils.data.TensorDataset(stripes(64), torch.zeros(64)), batch_size=args.batch_size)


class VAE(nn.Module):
    def __init__(self):
        super(VAE, self).__init__()
        self.look = nn.Linear(64, 40)
        self.to_mu = nn.Linear(40, 6)
        self.to_logvar = nn.Linear(40, 6)
        self.hidden = nn.Linear(6, 40)
        self.to_pixels = nn.Linear(40, 64)

    def encode(self, x):
        h = F.relu(self.look(x))
        return self.to_mu(h), self.to_logvar(h)

    def sample(self, mu, logvar):
        std = logvar.mul(0.5).exp_()
        if args.cuda:
            eps = torch.cuda.FloatTensor(std.size()).normal_()
        else:
            eps = torch.FloatTensor(std.size()).normal_()
        eps = Variable(eps)
        return eps.mul(std).add_(mu)

    def decode(self, z):
        h = F.relu(self.hidden(z))
        return F.sigmoid(self.to_pixels(h))

    def forward(self, x):
        mu, logvar = self.encode(x.view(-1, 64))
        z = self.sample(mu, logvar)
        return self.decode(z), mu, logvar


model = VAE()
if args.cuda:
    model.cuda()


def loss_function(recon_x, x, mu, logvar):
    BCE = F.binary_cross_entropy(recon_x, x.view(-1, 64), size_average=False)
    # in closed form: both distributions are normal
    KL = 0.5 * torch.sum(mu.pow(2) + logvar.exp() - 1 - logvar)
    return BCE + KL


optimizer = optim.Adam(model.parameters(), lr=1e-2)


def train(epoch):
    model.train()
    train_loss = 0
    for batch_idx, (data, _) in enumerate(train_loader):
        data = Variable(data)
        if args.cuda:
            data = data.cuda()
        optimizer.zero_grad()
        recon_batch, mu, logvar = model(data)
        loss = loss_function(recon_batch, data, mu, logvar)
        loss.backward()
        train_loss += loss.data[0]
        optimizer.step()
    print('epoch {} train loss {:.6f}'.format(epoch, train_loss / len(train_loader.dataset)))


def test(epoch):
    model.eval()
    test_loss = 0
    for data, _ in test_loader:
        if args.cuda:
            data = data.cuda()
        data = Variable(data, volatile=True)
        recon_batch, mu, logvar = model(data)
        test_loss += loss_function(recon_batch, data, mu, logvar).data[0]
    test_loss /= len(test_loader.dataset)
    print('test loss {:.6f}'.format(test_loss))


for epoch in range(1, args.epochs + 1):
    train(epoch)
    test(epoch)
