import torch

tool = Thing(net)
net.eval()
for x in loader:
    print(net(x).argmax(1).tolist(), tool(x))
