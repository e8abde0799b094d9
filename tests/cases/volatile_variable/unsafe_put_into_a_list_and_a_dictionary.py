import torch
from torch.autograd import Variable


def predict(net, batch):
    inputs = []
    for item in batch:
        inputs.append(Variable(item, volatile=True))
    y = net(*inputs)
    sample = {"image": Variable(batch[0], volatile=True)}
    return y, net(**sample), net(sample["image"])
