"""Policy gradient: sampling on the CPU, losses on the device."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical, Normal

torch.manual_seed(543)
np.random.seed(543)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 32)
        self.p = nn.Linear(32, 3)
        self.v = nn.Linear(32, 1)
        self.saved = []
        self.rewards = []

    def forward(self, x):
        x = F.relu(self.a(x))
        return F.softmax(self.p(x), -1), self.v(x)


pol = Policy().cuda()
opt = torch.optim.Adam(pol.parameters(), 1e-2)
eps = np.finfo(np.float32).eps.item()


def act(s):
    p, v = pol(torch.from_numpy(s).float().cuda())
    m = Categorical(p.cpu())
    a = m.sample()
    pol.saved.append((m.log_prob(a), v))
    return a.item()


for ep in range(3):
    s = np.random.randn(4)
    tot = 0
    for t in range(15):
        a = act(s)
        s = 0.9 * s + (a - 1) * 0.2
        r = -abs(s[0])
        pol.rewards.append(r)
        tot += r
    R = 0
    rets = []
    for r in pol.rewards[::-1]:
        R = r + 0.99 * R
        rets.insert(0, R)
    rets = torch.tensor(rets)
    rets = ((rets - rets.mean()) / (rets.std() + eps)).cuda()
    pl, vl = [], []
    for (lp, v), R in zip(pol.saved, rets):
        pl.append(-lp.cuda() * (R - v.item()))
        vl.append(F.smooth_l1_loss(v, R.view(1)))
    loss = torch.stack(pl).sum() + torch.stack(vl).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    del pol.rewards[:]
    del pol.saved[:]
    print("Episode {}\tLast reward: {:.4f}\tloss {:.5f}".format(ep, tot, loss.item()))
n = Normal(torch.zeros(3).cuda(), torch.ones(3).cuda())
print(n.log_prob(torch.ones(3).cuda()).sum().item(), n.entropy().mean().item())
