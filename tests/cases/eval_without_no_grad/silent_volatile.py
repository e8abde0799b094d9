import torch
from torch.autograd import Variable


def test(net, loader):
    net.eval()
    hits = 0
    for x, y in loader:
        x = Variable(x, volatile=True)
        hits += (net(x).data.max(1)[1] == y).sum().item()
    return hits
