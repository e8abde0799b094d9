# flags: --unsafe-fixes
import torch
from torch.autograd import Variable


def predict(net, img):
    x = Variable(img, volatile=True)
    y = net(x)
    show(y)
# output
import torch
from torch.autograd import Variable


def predict(net, img):
    x = Variable(img)
    with torch.no_grad():
        y = net(x)
    show(y)
