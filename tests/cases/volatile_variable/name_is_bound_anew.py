# flags: --unsafe-fixes
import torch
from torch.autograd import Variable


def both(net, img):
    x = Variable(img, volatile=True)
    y = net(x)
    x = Variable(img)
    loss = net(x).sum()
    loss.backward()
    return y
# output
import torch
from torch.autograd import Variable


def both(net, img):
    x = Variable(img)
    with torch.no_grad():
        y = net(x)
    x = Variable(img)
    loss = net(x).sum()
    loss.backward()
    return y
