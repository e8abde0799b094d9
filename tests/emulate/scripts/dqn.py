"""Reinforcement learning with replay memory and tensor types chosen by availability."""

import random
from collections import deque

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

random.seed(0)
np.random.seed(0)
torch.manual_seed(0)
use_cuda = torch.cuda.is_available()
FloatTensor = torch.cuda.FloatTensor if use_cuda else torch.FloatTensor
LongTensor = torch.cuda.LongTensor if use_cuda else torch.LongTensor
ByteTensor = torch.cuda.ByteTensor if use_cuda else torch.ByteTensor


class DQN(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 32)
        self.b = nn.Linear(32, 2)

    def forward(self, x):
        return self.b(F.relu(self.a(x)))


policy, target = DQN(), DQN()
target.load_state_dict(policy.state_dict())
target.eval()
if use_cuda:
    policy.cuda()
    target.cuda()
opt = torch.optim.RMSprop(policy.parameters(), lr=1e-3)
mem = deque(maxlen=200)


def step_env(s, a):
    n = np.tanh(s * 0.9 + (a - 0.5) * 0.1 + np.random.randn(4) * 0.01).astype(np.float32)
    return n, float(1 - abs(n[0])), random.random() < 0.05


s = np.zeros(4, np.float32)
for t in range(80):
    if random.random() > max(0.1, 1 - t / 60):
        with torch.no_grad():
            a = policy(FloatTensor(s[None])).data.max(1)[1].view(1, 1).item()
    else:
        a = random.randrange(2)
    n, r, done = step_env(s, a)
    mem.append((s, a, n, r, done))
    s = np.zeros(4, np.float32) if done else n
    if len(mem) < 16:
        continue
    b = random.sample(list(mem), 16)
    S = FloatTensor(np.stack([x[0] for x in b]))
    A = LongTensor([[x[1]] for x in b])
    N = FloatTensor(np.stack([x[2] for x in b]))
    R = FloatTensor([x[3] for x in b])
    mask = ByteTensor([not x[4] for x in b]).bool()
    q = policy(S).gather(1, A)
    nv = torch.zeros(16).type(FloatTensor)
    nv[mask] = target(N[mask]).max(1)[0].detach()
    loss = F.smooth_l1_loss(q, (nv * 0.99 + R).unsqueeze(1))
    opt.zero_grad()
    loss.backward()
    for p in policy.parameters():
        p.grad.data.clamp_(-1, 1)
    opt.step()
    if t % 20 == 0:
        target.load_state_dict(policy.state_dict())
        print(t, loss.item(), q.mean().item())
print(sum(p.abs().sum() for p in policy.parameters()).item())
