# flags: --unsafe-fixes
import torch

net.eval()
for _ in range(5):
    z = torch.randn(4, 2)
    print(net(z).mean().item())
# output
import torch

net.eval()
with torch.no_grad():
    for _ in range(5):
        z = torch.randn(4, 2)
        print(net(z).mean().item())
