# flags: --unsafe-fixes
import torch

net.train(mode=False)
for x in loader:
    use(net(x))
# output
import torch

net.train(mode=False)
with torch.no_grad():
    for x in loader:
        use(net(x))
