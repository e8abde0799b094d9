import torch

for i, x in enumerate(loader):
    opt_d.zero_grad()
    D(x).mean().backward()
    opt_d.step()
    opt_g.zero_grad()
    if i % 5 == 0:
        D(G(x)).mean().backward()
        opt_g.step()
