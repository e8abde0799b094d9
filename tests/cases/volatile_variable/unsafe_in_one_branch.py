import torch
from torch.autograd import Variable


def predict(net, img, flip):
    x = Variable(img, volatile=True)
    if flip:
        y = net(x.flip(0))
    else:
        y = net(x)
    return y
