"""Averages of weights along the way: kept, swapped in for the validation, swapped back; what only assignments can say."""
import copy
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

random.seed(10)
torch.manual_seed(10)
cuda = torch.cuda.is_available()


class Lookahead(object):
    """Slow weights follow the fast ones; the fast ones start anew from there."""

    def __init__(self, params, alpha=0.5, k=4):
        self.params, self.alpha, self.k, self.steps = list(params), alpha, k, 0
        self.slow = [p.data.clone() for p in self.params]

    def step(self):
        self.steps += 1
        if self.steps % self.k:
            return
        for slow, fast in zip(self.slow, self.params):
            slow += self.alpha * (fast.data - slow)
            fast.data.copy_(slow)


class WeightAverage(object):
    def __init__(self, model):
        self.model, self.n = model, 0
        self.averaged = copy.deepcopy(model)

    def collect(self):
        self.n += 1
        for avg, p in zip(self.averaged.parameters(), self.model.parameters()):
            avg.data.mul_(1.0 - 1.0 / self.n).add_(p.data, alpha=1.0 / self.n)

    def swap(self):
        """An exchange of storages: a copy of one into the other would lose it."""
        for avg, p in zip(self.averaged.parameters(), self.model.parameters()):
            avg.data, p.data = p.data, avg.data


class Shadow(object):
    """For an evaluation with other weights: hand them in, and take them out again."""

    def __init__(self, model):
        self.model, self.shadow, self.backup = model, {}, {}
        for name, param in model.named_parameters():
            self.shadow[name] = param.data.clone()

    def update(self, mu=0.8):
        for name, param in self.model.named_parameters():
            self.shadow[name] = ((1.0 - mu) * param.data + mu * self.shadow[name]).clone()

    def apply_shadow(self):
        for name, param in self.model.named_parameters():
            self.backup[name] = param.data
            param.data = self.shadow[name]

    def restore(self):
        for name, param in self.model.named_parameters():
            param.data = self.backup[name]
        self.backup = {}


def spiral(n):
    t = torch.rand(n) * 6 + 1
    label = torch.arange(n) % 2
    angle = t + label.float() * 3.14159
    return torch.stack([t * angle.cos(), t * angle.sin()], 1) / 4 + torch.randn(n, 2) * 0.05, label


x, y = spiral(192)
val_x, val_y = spiral(96)
model = nn.Sequential(nn.Linear(2, 24), nn.Tanh(), nn.Linear(24, 24), nn.Tanh(), nn.Linear(24, 2))
if cuda:
    model.cuda()
    x, y, val_x, val_y = x.cuda(), y.cuda(), val_x.cuda(), val_y.cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=0.03)
lookahead, average, shadow = Lookahead(model.parameters()), WeightAverage(model), Shadow(model)


def validate():
    model.eval()
    out = model(val_x)
    return F.cross_entropy(out, val_y).item(), (out.max(1)[1] == val_y).float().mean().item()


for epoch in range(4):
    model.train()
    order = list(range(0, 192, 32))
    random.shuffle(order)
    for i in order:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x[i:i + 32]), y[i:i + 32])
        loss.backward()
        for p in model.parameters():
            # rows that did nothing yet stay where they are
            p.grad.data[p.grad.data.abs() < 1e-5] = 0
        optimizer.step()
        lookahead.step()
        shadow.update()
    average.collect()
    print('epoch %d loss %.6f valid %.6f %.4f' % ((epoch, loss.data.item()) + validate()))
    shadow.apply_shadow()
    print('  shadow %.6f %.4f' % validate())
    shadow.restore()
average.swap()
print('averaged %.6f %.4f' % validate())
average.swap()
print('last %.6f %.4f, slow weights %.6f' % (validate() + (sum(s.norm().item() for s in lookahead.slow),)))
