import torch
from torch.autograd import Variable


def predict(net, img):
    x = Variable(img, False, True)
    return net(x).data
