# flags: --unsafe-fixes
import torch

net.eval()
first = net(x).argmax(1)
show(first)
draw()
write(first)
close()
second = net(y).argmax(1)
# output
import torch

net.eval()
with torch.no_grad():
    first = net(x).argmax(1)
show(first)
draw()
write(first)
close()
with torch.no_grad():
    second = net(y).argmax(1)
