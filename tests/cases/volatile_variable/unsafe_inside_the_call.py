import torch
from torch.autograd import Variable


def predict(net, img):
    out = net(Variable(img.cuda(), volatile=True))
    return out.data.max(1)[1]
