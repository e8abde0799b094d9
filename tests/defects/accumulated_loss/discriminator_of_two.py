import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

G, D = nn.Linear(4, 4), nn.Linear(4, 1)
opt_d = torch.optim.Adam(D.parameters())
opt_g = torch.optim.Adam(G.parameters())
sum_d = 0.0
for step in range(8):
    opt_d.zero_grad()
    d_loss = D(G(torch.randn(8, 4)).detach()).mean() - D(torch.randn(8, 4)).mean()
    d_loss.backward()
    opt_d.step()
    opt_g.zero_grad()
    g_loss = -D(G(torch.randn(8, 4))).mean()
    g_loss.backward()
    opt_g.step()
    sum_d += d_loss.item()
print('%.4f' % sum_d)
# defect
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

G, D = nn.Linear(4, 4), nn.Linear(4, 1)
opt_d = torch.optim.Adam(D.parameters())
opt_g = torch.optim.Adam(G.parameters())
sum_d = 0.0
for step in range(8):
    opt_d.zero_grad()
    d_loss = D(G(torch.randn(8, 4)).detach()).mean() - D(torch.randn(8, 4)).mean()
    d_loss.backward()
    opt_d.step()
    opt_g.zero_grad()
    g_loss = -D(G(torch.randn(8, 4))).mean()
    g_loss.backward()
    opt_g.step()
    sum_d += d_loss
print('%.4f' % sum_d)
# findings
19: TFC701 safe
