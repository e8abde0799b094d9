import torch
from torch.autograd import Variable


def predict(net, x):
    with torch.no_grad():
        x = Variable(x, volatile=True)
        return net(x)


@torch.no_grad()
def decorated(net, x):
    return net(Variable(x, volatile=True))


def forward_under_it(net, x):
    x = Variable(x, volatile=True)
    with torch.no_grad():
        y = net(x)
    return y
# output
import torch
from torch.autograd import Variable


def predict(net, x):
    with torch.no_grad():
        x = Variable(x)
        return net(x)


@torch.no_grad()
def decorated(net, x):
    return net(Variable(x))


def forward_under_it(net, x):
    x = Variable(x)
    with torch.no_grad():
        y = net(x)
    return y
