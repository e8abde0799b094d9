import torch


def optimise(net, x, y):
    net.eval()
    out = net(x)

    def objective():
        return (out - y).pow(2).sum()

    objective().backward()
    print(out.argmax(1).tolist())
