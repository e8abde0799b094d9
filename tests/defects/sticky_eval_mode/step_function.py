import torch
import torch.nn as nn

encoder = nn.GRU(10, 20, 2, dropout=0.2)
decoder = nn.Linear(20, 10)
criterion = nn.MSELoss()
opt = torch.optim.RMSprop(list(encoder.parameters()) + list(decoder.parameters()), lr=1e-3)


def train_step(x, y):
    """One update."""
    encoder.train()
    opt.zero_grad()
    hidden, _ = encoder(x)
    loss = criterion(decoder(hidden), y)
    loss.backward()
    opt.step()
    return loss.detach()


def validate():
    encoder.eval()
    with torch.no_grad():
        return encoder(torch.zeros(5, 3, 10))[0].norm().item()


def train(batches, steps):
    step = 0
    while step < steps:
        for x, y in batches:
            loss = train_step(x, y)
            step += 1
        print(step, float(loss), validate())


train([(torch.randn(5, 3, 10), torch.randn(5, 3, 10))], 100)
# defect
import torch
import torch.nn as nn

encoder = nn.GRU(10, 20, 2, dropout=0.2)
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


def validate():
    encoder.eval()
    with torch.no_grad():
        return encoder(torch.zeros(5, 3, 10))[0].norm().item()


def train(batches, steps):
    step = 0
    while step < steps:
        for x, y in batches:
            loss = train_step(x, y)
            step += 1
        print(step, float(loss), validate())


train([(torch.randn(5, 3, 10), torch.randn(5, 3, 10))], 100)
# findings
21: TFC103 unsafe
