import torch


def step(net, x, y):
    net.eval()
    hidden, logits = net(x)
    print(logits.argmax(1).tolist())
    (hidden - y).pow(2).sum().backward()
