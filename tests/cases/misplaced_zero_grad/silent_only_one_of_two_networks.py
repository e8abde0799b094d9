import torch

g_opt = torch.optim.Adam(G.parameters())
d_opt = torch.optim.Adam(D.parameters())
for x in loader:
    g_loss = D(G(x)).mean()
    g_loss.backward()
    d_opt.zero_grad()
    g_opt.step()
    g_opt.zero_grad()
    D(x).mean().backward()
    d_opt.step()
