import torch


def perturb(net, image, label, criterion, size):
    net.eval()
    image = image.clone().requires_grad_()
    loss = criterion(net(image), label)
    torch.autograd.backward([loss])
    return (image + size * image.grad.sign()).detach().numpy()
