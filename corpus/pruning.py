"""Magnitude pruning with masks, weights that are held positive in the forward pass, lazy layers, hooks that clip (1.8+)."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(50)
device = torch.device('cuda:0')


class MaskedLinear(nn.Linear):
    """A linear layer some of whose weights are held at zero."""

    def __init__(self, n_in, n_out):
        super().__init__(n_in, n_out)
        self.register_buffer('mask', torch.ones(n_out, n_in))

    def set_mask(self, mask):
        self.mask.data.copy_(mask.data)
        self.weight.data.mul_(self.mask.data)

    def forward(self, x):
        return F.linear(x, self.weight * self.mask, self.bias)


class PositiveLinear(nn.Linear):
    def forward(self, x):
        # part of every forward pass, whatever graph may be alive
        self.weight.data.clamp_(min=0)
        return super().forward(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inp = nn.LazyLinear(24)
        self.mid = MaskedLinear(24, 24)
        self.out = PositiveLinear(24, 3)
        self.gain = getattr(self.out.bias, 'data').clone()

    def forward(self, x):
        h = torch.relu(self.inp(x))
        h = torch.relu(self.mid(h))
        return self.out(h)


def clip_activation(module, input, output):
    """On what autograd is about to use."""
    output.data.clamp_(max=4.0)


def prune(model, percent):
    """Masks for the smallest weights of all masked layers."""
    layers = [m for m in model.modules() if isinstance(m, MaskedLinear)]
    alive = torch.cat([m.weight.data.abs()[m.mask.data > 0] for m in layers])
    threshold = alive.sort()[0][int(len(alive) * percent)]
    for m in layers:
        m.set_mask((m.weight.data.abs() > threshold).float() * m.mask)
    return float(threshold)


def rewind(model, initial):
    """Back to the first weights, where something is left of them."""
    for (name, param), first in zip(model.named_parameters(), initial):
        if name == 'mid.weight':
            param.data = torch.where(model.mid.mask > 0, first.data, param.data)
        elif name.startswith('mid'):
            param.data[:] = first.data


def blobs(n):
    target = torch.randint(0, 3, (n,))
    centres = torch.tensor([[2.0, 0, 0, 1], [-1.0, 1.7, 1, 0], [-1.0, -1.7, 0, 0]])
    return centres[target] + torch.randn(n, 4), target


x, y = (t.to(device) for t in blobs(160))
val_x, val_y = (t.to(device) for t in blobs(80))
model = Net()
# materialized by the first batch; until then there is no data to look at
model.to(device)(x[:4])
model.inp.weight.data.mul_(1.5)
initial = [copy.deepcopy(p.detach()) for p in model.parameters()]
handle = model.mid.register_forward_hook(clip_activation)


def train(steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    model.train()
    for step in range(steps):
        i = step % 5 * 32
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x[i:i + 32]), y[i:i + 32])
        loss.backward()
        # zeros stay zeros
        model.mid.weight.grad.data.mul_(model.mid.mask)
        optimizer.step()
    return loss.data


for round in range(3):
    loss = train(10)
    model.eval()
    hits = (model(val_x).max(1)[1] == val_y).sum()
    left = int(model.mid.mask.sum())
    print('round %d loss %.6f right %d of 80, weights left %d' % (round, loss, hits, left))
    print('  threshold %.6f' % prune(model, 0.3))
    rewind(model, initial)
handle.remove()
print('smallest of the positive: %.4f, zeros %d' % (model.out.weight.min(), (model.mid.weight.data * model.mid.mask == 0).sum()))
