import torch
import torch.nn as nn

encoder = nn.GRU(10, 20)
decoder = nn.Linear(20, 10)
criterion = nn.MSELoss()
opt = torch.optim.RMSprop(list(encoder.parameters()) + list(decoder.parameters()), lr=1e-3)


def train_step(x, y, n):
    """One update."""
    hidden, _ = encoder(x)
    loss = criterion(decoder(hidden), y)
    (loss / 16).backward()
    if n % 16 == 15:
        opt.step()
        opt.zero_grad()
    return loss.detach()


def train(batches, steps):
    step = 0
    while step < steps:
        for x, y in batches:
            loss = train_step(x, y, step)
            step += 1
        print(step, float(loss))


train([(torch.randn(5, 3, 10), torch.randn(5, 3, 10))], 100)
# defect
import torch
import torch.nn as nn

encoder = nn.GRU(10, 20)
decoder = nn.Linear(20, 10)
criterion = nn.MSELoss()
opt = torch.optim.RMSprop(list(encoder.parameters()) + list(decoder.parameters()), lr=1e-3)


def train_step(x, y, n):
    """One update."""
    hidden, _ = encoder(x)
    loss = criterion(decoder(hidden), y)
    loss.backward()
    if n % 16 == 15:
        opt.step()
        opt.zero_grad()
    return loss.detach()


def train(batches, steps):
    step = 0
    while step < steps:
        for x, y in batches:
            loss = train_step(x, y, step)
            step += 1
        print(step, float(loss))


train([(torch.randn(5, 3, 10), torch.randn(5, 3, 10))], 100)
# findings
14: TFC805 report
