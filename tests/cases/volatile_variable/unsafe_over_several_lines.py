import torch
from torch.autograd import Variable


def predict(net, img):
    x = Variable(
        img,
        volatile=True,  # no gradients
    )
    # the forward pass
    y = net(
        x,
    )
    return y
