import torch
from torch.autograd import Variable


def predict(net, batch):
    inputs = [Variable(item, volatile=True) for item in batch]
    outputs = [net(item) for item in inputs]
    return outputs
