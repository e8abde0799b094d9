# flags: --unsafe-fixes
import torch

G, D = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)
optimizer_G = torch.optim.RMSprop(G.parameters())
optimizer_D = torch.optim.RMSprop(D.parameters())
for i, real in enumerate(loader):
    optimizer_D.zero_grad()
    d_loss = D(G(noise()).detach()).mean() - D(real).mean()
    d_loss.backward()
    optimizer_D.step()
    if i % 5 == 0:
        g_loss = -D(G(noise())).mean()
        g_loss.backward()
        optimizer_G.step()
# output
import torch

G, D = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)
optimizer_G = torch.optim.RMSprop(G.parameters())
optimizer_D = torch.optim.RMSprop(D.parameters())
for i, real in enumerate(loader):
    optimizer_D.zero_grad()
    d_loss = D(G(noise()).detach()).mean() - D(real).mean()
    d_loss.backward()
    optimizer_D.step()
    if i % 5 == 0:
        g_loss = -D(G(noise())).mean()
        optimizer_G.zero_grad()
        g_loss.backward()
        optimizer_G.step()
# findings
13: TFC201 unsafe fixed adds to gradients that nothing clears
