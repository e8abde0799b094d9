# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.DataParallel(Net().eval())
for x in loader:
    use(net(x).argmax(1))
# output
import torch
from torch import nn

net = nn.DataParallel(Net().eval())
with torch.no_grad():
    for x in loader:
        use(net(x).argmax(1))
