# flags: --unsafe-fixes
def predict(net, x):
    import torch

    net.eval()
    return net(x).argmax(1)


def other():
    import torch

    return torch.zeros(1)
# output
def predict(net, x):
    import torch

    net.eval()
    with torch.no_grad():
        return net(x).argmax(1)


def other():
    import torch

    return torch.zeros(1)
