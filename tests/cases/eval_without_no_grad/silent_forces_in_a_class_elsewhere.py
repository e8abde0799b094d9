import torch
from models import ForceField

net = ForceField(64)
net.eval()
for pos in frames:
    print(net(pos)["energy"].item())
