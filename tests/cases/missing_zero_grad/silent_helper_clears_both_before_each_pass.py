import torch
from torch import nn, optim

D, G = nn.Linear(3, 1), nn.Linear(3, 3)
opt_d, opt_g = optim.Adam(D.parameters()), optim.Adam(G.parameters())


def clear():
    opt_d.zero_grad(); opt_g.zero_grad()


def critic_loss(x):
    return D(G(x).detach()).mean() - D(x).mean()


for x in torch.ones(4, 2, 3):
    clear()
    critic_loss(x).backward(); opt_d.step()
    clear()
    (-D(G(x)).mean()).backward(); opt_g.step()
