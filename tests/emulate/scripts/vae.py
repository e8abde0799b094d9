"""A variational autoencoder whose noise is drawn on the device."""

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(5)
torch.cuda.manual_seed(5)


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(64, 32)
        self.bn = nn.BatchNorm1d(32)
        self.mu = nn.Linear(32, 4)
        self.lv = nn.Linear(32, 4)
        self.fc3 = nn.Linear(4, 32)
        self.fc4 = nn.Linear(32, 64)

    def encode(self, x):
        h = F.relu(self.bn(self.fc1(x)))
        return self.mu(h), self.lv(h)

    def reparametrize(self, mu, logvar):
        std = logvar.mul(0.5).exp_()
        if torch.cuda.is_available():
            eps = torch.cuda.FloatTensor(std.size()).normal_()
        else:
            eps = torch.FloatTensor(std.size()).normal_()
        return eps.mul(std).add_(mu)

    def decode(self, z):
        return torch.sigmoid(self.fc4(F.relu(self.fc3(z))))

    def forward(self, x):
        mu, lv = self.encode(x.view(-1, 64))
        return self.decode(self.reparametrize(mu, lv)), mu, lv


def loss_fn(r, x, mu, lv):
    bce = F.binary_cross_entropy(r, x.view(-1, 64), reduction="sum")
    return bce - 0.5 * torch.sum(1 + lv - mu.pow(2) - lv.exp())


model = VAE()
if torch.cuda.is_available():
    model.cuda()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
data = torch.rand(40, 1, 8, 8)
for e in range(3):
    model.train()
    tot = 0
    for i in range(0, 40, 8):
        x = data[i : i + 8]
        if torch.cuda.is_available():
            x = x.cuda()
        opt.zero_grad()
        r, mu, lv = model(x)
        loss = loss_fn(r, x, mu, lv)
        loss.backward()
        tot += loss.data.item()
        opt.step()
    print("====> Epoch: {} Average loss: {:.4f}".format(e, tot / 40))
model.eval()
z = torch.randn(6, 4)
if torch.cuda.is_available():
    z = z.cuda()
print(model.decode(z).data.cpu().view(6, 1, 8, 8).mean((1, 2, 3)))
