import torch


def update(opt):
    opt.step()


def learn(net, x):
    net(x).sum().backward()


def one(net, x, optimizers):
    learn(net, x)
    update(optimizers[0])


for x in loader:
    one(net, x, optimizers)
