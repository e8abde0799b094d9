import torch as th
from torch.autograd import Variable as V


def predict(net, img):
    return net(V(img, volatile=True))
