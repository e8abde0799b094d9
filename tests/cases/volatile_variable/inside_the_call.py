# flags: --unsafe-fixes
import torch
from torch.autograd import Variable


def predict(net, img):
    out = net(Variable(img.cuda(), volatile=True))
    return out.data.max(1)[1]
# output
import torch
from torch.autograd import Variable


def predict(net, img):
    with torch.no_grad():
        out = net(Variable(img.cuda()))
    return out.data.max(1)[1]
