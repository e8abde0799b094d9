import torch
from torch.autograd import Variable


def predict(img, flag):
    x = Variable(img, volatile=True)
    y = Variable(img, volatile=flag)
    z = Variable(img, False, True)
    return x, y, z
