import torch

from project import build

net = build()
net.load_state_dict(torch.load("net.pt"))
with torch.no_grad():
    print(net(torch.ones(1, 2)))
