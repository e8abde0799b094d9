# flags: --unsafe-fixes
import torch

net.eval()
first = net(x).argmax(1)
y = prepare(x)
second = net(y).argmax(1)
# output
import torch

net.eval()
with torch.no_grad():
    first = net(x).argmax(1)
    y = prepare(x)
    second = net(y).argmax(1)
