# flags: --unsafe-fixes
import torch

net.eval()
# first
a = net(x).argmax(1)

# second
b = net(y).argmax(1)
# end
# output
import torch

net.eval()
# first
with torch.no_grad():
    a = net(x).argmax(1)

    # second
    b = net(y).argmax(1)
# end
