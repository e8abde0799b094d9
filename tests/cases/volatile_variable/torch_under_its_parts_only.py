# flags: --unsafe-fixes
from torch.autograd import Variable


def predict(net, img):
    x = Variable(img, volatile=True)
    return net(x)
# output
import torch
from torch.autograd import Variable


def predict(net, img):
    x = Variable(img)
    with torch.no_grad():
        return net(x)
