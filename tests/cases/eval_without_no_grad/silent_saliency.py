import torch


def show(net, image):
    net.eval()
    image.requires_grad_()
    score = net(image).max()
    score.backward()
    return image.grad.abs().max(1)[0].numpy()
