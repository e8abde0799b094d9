"""Regression with all the ways to get one number out of a tensor and into numpy, text, lists and comparisons."""
import json

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2)
np.random.seed(2)
use_gpu = torch.cuda.is_available()
device = torch.device('cuda') if use_gpu else torch.device('cpu')


def make_data(n):
    x = np.random.uniform(-2, 2, size=(n, 3)).astype(np.float32)
    y = np.sin(x[:, :1]) + 0.5 * x[:, 1:2] * x[:, 2:] + 0.05 * np.random.randn(n, 1)
    return torch.from_numpy(x), torch.from_numpy(y.astype(np.float32))


class RunningLoss(object):
    """A sum on the GPU that grows in place."""

    def __init__(self):
        self.total = torch.zeros(1).to(device).squeeze()
        self.history = []

    def add(self, loss):
        self.total.add_(loss.detach())
        # a view of the sum, which goes on growing
        self.history.append(self.total.cpu().numpy())


x, y = make_data(160)
val_x, val_y = make_data(64)
model = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1)).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
best, patience, running = np.inf, 0, RunningLoss()
train_losses, log = [], []

for epoch in range(5):
    model.train()
    perm = torch.randperm(len(x))
    epoch_loss = 0
    for i in range(0, len(x), 40):
        idx = perm[i:i + 40]
        optimizer.zero_grad()
        pred = model(x[idx].to(device))
        loss = F.mse_loss(pred, y[idx].to(device))
        loss.backward()
        optimizer.step()
        running.add(loss)
        # sums of float32 numbers, and a list of them
        epoch_loss += loss.data.cpu().numpy()
        train_losses.append(loss.data.cpu().numpy())
    model.eval()
    with torch.no_grad():
        out = model(val_x.to(device))
        val_loss = F.mse_loss(out, val_y.to(device))
        worst = (out.cpu() - val_y).abs().max()
        per_row = ((out.cpu() - val_y) ** 2).mean(1)
    # used up on the spot: the same number either way
    print('epoch %d val %.6f' % (epoch, val_loss.cpu().numpy()))
    print('  worst {:.6f}, at {}'.format(float(worst.numpy()), int((out.cpu() - val_y).abs().argmax().numpy())))
    # text of a float32 and of the Python number are not the same
    print('  loss as text: ' + str(loss.data.cpu().numpy()))
    # the other side of the comparison is rounded to float32
    if val_loss.data.cpu().numpy() < best:
        best, patience = val_loss.data.cpu().numpy(), 0
    else:
        patience += 1
    # an array is needed: its methods and its shape
    rounded = loss.data.cpu().numpy().astype('float64').round(4)
    first = per_row[:1].numpy()
    log.append({'epoch': epoch, 'rounded': float(rounded), 'shape': list(val_loss.cpu().numpy().shape), 'first': float(first[0])})
    if patience > 2:
        break

print('mean of the last losses: %s %s' % (np.mean(train_losses[-4:]).dtype, round(float(np.mean(train_losses[-4:])), 5)))
print('epoch loss: %s' % np.asarray(epoch_loss).dtype)
print('history: %d values, the last %.5f' % (len(running.history), running.history[-1]))
print('best: %.6f' % best)
print(json.dumps(log[-1], sort_keys=True))
correlation = np.corrcoef(out.cpu().numpy()[:, 0], val_y.numpy()[:, 0])[0, 1]
print('correlation: %.5f' % correlation)
with torch.no_grad():
    # on a GPU it takes a .cpu() to get there
    curve = model(torch.linspace(-1, 1, 15).view(5, 3).to(device)).numpy()
print('curve:', ' '.join('%.4f' % v for v in curve[:, 0]))
