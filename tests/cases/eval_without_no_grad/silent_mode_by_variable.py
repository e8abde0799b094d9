import torch

net.train(training)
for x in loader:
    print(net(x).argmax(1).tolist())
