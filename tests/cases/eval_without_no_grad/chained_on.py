# flags: --unsafe-fixes
import torch

net = Net().eval().cuda().half()
for x in loader:
    use(net(x).argmax(1))
# output
import torch

net = Net().eval().cuda().half()
with torch.no_grad():
    for x in loader:
        use(net(x).argmax(1))
