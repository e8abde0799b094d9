# flags: --unsafe-fixes
import torch

net.train(False)
for x in loader:
    use(net(x))
# output
import torch

net.train(False)
with torch.no_grad():
    for x in loader:
        use(net(x))
