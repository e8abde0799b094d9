import torch

energy_net.eval()
for x in loader:
    print(energy_net(x).mean().item())
