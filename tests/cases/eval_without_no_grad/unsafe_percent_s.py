import torch

net.eval()
loss = criterion(net(x), y)
print("loss %s" % loss)
