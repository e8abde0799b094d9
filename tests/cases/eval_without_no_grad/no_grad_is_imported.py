# flags: --unsafe-fixes
import torch
from torch import no_grad

net.eval()
for x in loader:
    print(net(x).argmax(1).tolist())
# output
import torch
from torch import no_grad

net.eval()
with no_grad():
    for x in loader:
        print(net(x).argmax(1).tolist())
