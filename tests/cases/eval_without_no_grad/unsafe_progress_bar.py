import torch

net.eval()
for x, y in bar:
    loss = criterion(net(x), y)
    bar.set_postfix(loss=loss)
