import torch

G, D = torch.nn.Linear(2, 3), torch.nn.Linear(3, 1)
for z in torch.ones(5, 1, 2):
    fake = G(z)
    d_loss = D(fake.detach()).mean()
    d_loss.backward()
    for p in D.parameters():
        p.data.clamp_(-0.01, 0.01)
    g_loss = -D(fake).mean()
    g_loss.backward()
# output
import torch

G, D = torch.nn.Linear(2, 3), torch.nn.Linear(3, 1)
for z in torch.ones(5, 1, 2):
    fake = G(z)
    d_loss = D(fake.detach()).mean()
    d_loss.backward()
    for p in D.parameters():
        p.detach().clamp_(-0.01, 0.01)
    g_loss = -D(fake).mean()
    g_loss.backward()
