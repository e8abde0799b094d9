import torch
from torch.utils.data import DataLoader


def make_loader(data):
    return DataLoader(data, batch_size=4, pin_memory=True)


def main(data, net):
    net.cuda()
    loader = make_loader(data)
    for x in loader:
        net(x.cuda())
# defect
import torch
from torch.utils.data import DataLoader


def make_loader(data):
    return DataLoader(data, batch_size=4)


def main(data, net):
    net.cuda()
    loader = make_loader(data)
    for x in loader:
        net(x.cuda())
# findings
6: TFC402 unsafe
