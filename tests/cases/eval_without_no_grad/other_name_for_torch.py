# flags: --unsafe-fixes
import torch as th

net.eval()
for x in loader:
    print(net(x).argmax(1).tolist())
# output
import torch as th

net.eval()
with th.no_grad():
    for x in loader:
        print(net(x).argmax(1).tolist())
