import torch


def quiet(f):
    def g(*a):
        with torch.no_grad():
            return f(*a)
    return g


@quiet
def predict(net, x):
    net.eval()
    return net(x)
