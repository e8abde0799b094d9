import torch
import torch.nn as nn

encoder = nn.GRU(10, 20)
decoder = nn.Linear(20, 10)
criterion = nn.MSELoss()
opt = torch.optim.RMSprop(list(encoder.parameters()) + list(decoder.parameters()), lr=1e-3)


def train_step(x, y):
    """One update."""
    opt.zero_grad()
    hidden, _ = encoder(x)
    loss = criterion(decoder(hidden), y)
    loss.backward()
    opt.step()
    return loss.detach()


def train(batches, steps):
    step = 0
    while step < steps:
        for x, y in batches:
            loss = train_step(x, y)
            step += 1
        with torch.no_grad():
            out = decoder(torch.zeros(3, 20))
        print(step, float(loss), out.norm())


train([(torch.randn(5, 3, 10), torch.randn(5, 3, 10))], 100)
# defect
import torch
import torch.nn as nn

encoder = nn.GRU(10, 20)
decoder = nn.Linear(20, 10)
criterion = nn.MSELoss()
opt = torch.optim.RMSprop(list(encoder.parameters()) + list(decoder.parameters()), lr=1e-3)


def train_step(x, y):
    """One update."""
    opt.zero_grad()
    hidden, _ = encoder(x)
    loss = criterion(decoder(hidden), y)
    loss.backward()
    opt.step()
    return loss.detach()


def train(batches, steps):
    step = 0
    while step < steps:
        for x, y in batches:
            loss = train_step(x, y)
            step += 1
        out = torch.no_grad(decoder(torch.zeros(3, 20)))
        print(step, float(loss), out.norm())


train([(torch.randn(5, 3, 10), torch.randn(5, 3, 10))], 100)
# findings
26: TFC205 report
