import torch
from torch import nn
from torch.utils.data import DataLoader

G, critic = nn.Linear(4, 4), nn.Linear(4, 1)
d_optimizer = torch.optim.RMSprop(critic.parameters())
g_optimizer = torch.optim.RMSprop(G.parameters())
loader = DataLoader(dataset, batch_size=8)

for real, _ in loader:
    d_optimizer.zero_grad()
    (critic(G(torch.randn(8, 4))).mean() - critic(real).mean()).backward()
    d_optimizer.step()
    g_optimizer.zero_grad()
    (-critic(G(torch.randn(8, 4))).mean()).backward()
    g_optimizer.step()
    if torch.cuda.memory_reserved() > 9e9:
        torch.cuda.empty_cache()
# defect
import torch
from torch import nn
from torch.utils.data import DataLoader

G, critic = nn.Linear(4, 4), nn.Linear(4, 1)
d_optimizer = torch.optim.RMSprop(critic.parameters())
g_optimizer = torch.optim.RMSprop(G.parameters())
loader = DataLoader(dataset, batch_size=8)

for real, _ in loader:
    d_optimizer.zero_grad()
    (critic(G(torch.randn(8, 4))).mean() - critic(real).mean()).backward()
    d_optimizer.step()
    g_optimizer.zero_grad()
    (-critic(G(torch.randn(8, 4))).mean()).backward()
    g_optimizer.step()
    torch.cuda.empty_cache()
# findings
17: TFC703 report
