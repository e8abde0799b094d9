"""Exercises of a course: regression by hand, a table with workers, weights on disk; handed in the evening before (1.x)."""
import gc
import os
import tempfile
from multiprocessing import cpu_count

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(11)

# Exercise 1: a straight line, without an optimizer.
x = torch.linspace(0, 2, 40).unsqueeze(1)
y = 1.5 * x - 0.5 + 0.05 * torch.randn(40, 1)
w = torch.zeros(1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for step in range(30):
    loss = ((w * x + b - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        # new tensors each time, so they have to be told again
        w = w - 0.2 * w.grad
        b = b - 0.2 * b.grad
    w.requires_grad_(True)
    b.requires_grad_(True)
print("1. line: %.5f %.5f" % (w.item(), b.item()))
v = torch.ones(2, requires_grad=True)
(v ** 2).sum().backward()
with torch.no_grad():
    v = v - 0.1 * v.grad
print("1. one step: %.3f" % v.sum())
try:
    w -= 0.1
except RuntimeError:
    print("1. a leaf is not edited")


# Exercise 2: a squashing function, and why its result must not be edited.
out = torch.sigmoid(w * 3)
out *= 2
try:
    out.sum().backward()
except RuntimeError:
    print("2. sigmoid needs its result")


# Exercise 3: a network for a table. Everything is on the CPU here.
class Skip(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(n_in, 16), nn.Linear(16, n_out)
        self.drop = nn.Dropout(0.1)
        self.fc1.weight.data.uniform_(-0.3, 0.3)

    def forward(self, x):
        start = torch.zeros(x.size(0), 16)
        for _ in range(2):
            start = torch.tanh(self.fc1(x) + start)
        return self.fc2(self.drop(start))


table = torch.randn(96, 5)
kind = (table[:, 0] + table[:, 1] * table[:, 2] > 0).long()
loader = DataLoader(TensorDataset(table, kind), batch_size=16, shuffle=True, num_workers=1)
check = DataLoader(TensorDataset(table[:32], kind[:32]), batch_size=16, num_workers=cpu_count())
net = Skip(5, 2)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
optimizer.zero_grad()
losses = []
total_loss = 0
for epoch in range(3):
    for table_batch, kind_batch in loader:
        probability = F.softmax(net(table_batch), dim=1)
        loss = criterion(probability, kind_batch)
        loss.backward()
        optimizer.step()
        losses.append(loss)
        total_loss += loss
    torch.cuda.empty_cache()
    gc.collect()
print("3. loss %.6f, mean %.6f" % (losses[-1].item(), total_loss / len(losses)))
right = 0
for table_batch, kind_batch in check:
    right += (net(table_batch).max(1)[1].data.numpy() == kind_batch.numpy()).sum()
print("3. right: %d of 32" % right)


def shapes():
    """For those who like to look at them: SHAPES=1 python homework.py"""
    stack = nn.Sequential(nn.Linear(5, 4), nn.BatchNorm1d(4))
    return stack(torch.zeros(1, 5)).shape


if os.environ.get("SHAPES"):
    print(shapes())

# Exercise 4: read the weights again.
path = os.path.join(tempfile.mkdtemp(), "skip.pth")
torch.save(net.state_dict(), path)
again = Skip(5, 2)
again.load_state_dict(torch.load(path))
with torch.no_grad():
    answers = again(table[:8])
print("4. with dropout: %.6f" % answers.abs().sum())


# Exercise 5: which gradients are there?
def answer(model, rows):
    model.eval()
    with torch.no_grad:
        return model(rows).argmax(1)


print("5. %s" % np.bincount(answer(again, table[:32]).numpy(), minlength=2))
