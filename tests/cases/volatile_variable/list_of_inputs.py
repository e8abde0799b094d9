# flags: --unsafe-fixes
import torch
from torch.autograd import Variable


def predict(net, batch):
    inputs = [Variable(item, volatile=True) for item in batch]
    outputs = [net(item) for item in inputs]
    return outputs
# output
import torch
from torch.autograd import Variable


def predict(net, batch):
    inputs = [Variable(item) for item in batch]
    with torch.no_grad():
        outputs = [net(item) for item in inputs]
    return outputs
