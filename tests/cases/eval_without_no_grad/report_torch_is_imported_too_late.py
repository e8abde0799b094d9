def predict(net, x):
    net.eval()
    y = net(x).argmax(1)
    import torch

    return torch.stack([y, y])
