# flags: --unsafe-fixes
import torch
from torch.autograd import Variable


def wrap(x):
    return Variable(x, volatile=True)


def predict(net, img):
    x = wrap(img)
    y = net(x)
    return y
# output
import torch
from torch.autograd import Variable


def wrap(x):
    return Variable(x)


def predict(net, img):
    x = wrap(img)
    with torch.no_grad():
        y = net(x)
    return y
