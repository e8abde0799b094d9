"""The default tensor type set to a CUDA type."""

import warnings

import torch
import torch.nn as nn

warnings.filterwarnings("ignore")
torch.manual_seed(12)
torch.set_default_tensor_type("torch.cuda.FloatTensor")
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
x = torch.linspace(-1, 1, 32).view(8, 4)
y = torch.ones(8, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(4):
    loss = nn.MSELoss()(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(i, loss.item())
print(next(net.parameters()).is_cuda == torch.cuda.is_available(), torch.zeros(2).sum().item())
