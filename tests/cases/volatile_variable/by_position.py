# flags: --unsafe-fixes
import torch
from torch.autograd import Variable


def predict(net, img):
    x = Variable(img, False, True)
    return net(x).data
# output
import torch
from torch.autograd import Variable


def predict(net, img):
    x = Variable(img, False)
    with torch.no_grad():
        return net(x).data
