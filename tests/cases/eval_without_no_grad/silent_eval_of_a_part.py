import torch

net.backbone.eval()
for x in loader:
    print(net(x).argmax(1).tolist())
