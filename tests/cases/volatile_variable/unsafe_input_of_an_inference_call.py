import torch
from torch.autograd import Variable


def predict(net, img):
    x = Variable(img, volatile=True)
    y = net(x)
    show(y)
