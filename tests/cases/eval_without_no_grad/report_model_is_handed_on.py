import torch

net.eval()
for x in loader:
    y = net(x).argmax(1)
    change(net, x)
    print(y.tolist())
