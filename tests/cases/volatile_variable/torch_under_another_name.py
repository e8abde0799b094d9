# flags: --unsafe-fixes
import torch as th
from torch.autograd import Variable as V


def predict(net, img):
    return net(V(img, volatile=True))
# output
import torch as th
from torch.autograd import Variable as V


def predict(net, img):
    with th.no_grad():
        return net(V(img))
