import torch
from torch.autograd import Variable


def wrap(x):
    return Variable(x, volatile=True)


def predict(net, img):
    x = wrap(img)
    y = net(x)
    return y
