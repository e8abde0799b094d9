import torch
from torch.autograd import Variable


def predict(net, img):
    x = Variable(img, volatile=True).cuda()
    x = x.view(1, -1)
    y = net(x.unsqueeze(0))
    return y
