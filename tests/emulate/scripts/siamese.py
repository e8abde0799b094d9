"""Metric learning with hard triplets, from numpy arrays and back."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

np.random.seed(0)
torch.manual_seed(0)


class Emb(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = nn.Sequential(nn.Linear(12, 24), nn.PReLU(), nn.Linear(24, 4))

    def forward(self, x):
        return F.normalize(self.n(x))


def hard_triplet(e, y, m=0.3):
    d = torch.cdist(e, e)
    same = y.unsqueeze(0) == y.unsqueeze(1)
    eye = torch.eye(len(y)).bool().cuda()
    hp = d.masked_fill(~same | eye, 0).max(1)[0]
    hn = d.masked_fill(same, 1e4).min(1)[0]
    return F.relu(hp - hn + m).mean()


net = Emb().cuda()
opt = torch.optim.Adam(net.parameters(), 1e-2)
y = np.random.randint(0, 3, 40)
x = (np.eye(3)[y] @ np.random.randn(3, 12) + np.random.randn(40, 12) * 0.3).astype("float32")
for e in range(5):
    perm = np.random.permutation(40)
    for i in range(0, 40, 20):
        j = perm[i : i + 20]
        xb, yb = torch.from_numpy(x[j]).cuda(), torch.from_numpy(y[j]).cuda()
        loss = hard_triplet(net(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(e, loss.cpu().data.numpy())
net.eval()
E_ = net(torch.from_numpy(x).cuda()).detach().cpu().numpy()
D = ((E_[:, None] - E_[None]) ** 2).sum(-1)
np.fill_diagonal(D, 9)
print("1nn acc", (y[D.argmin(1)] == y).mean())
