import torch


def train(net, loader, opt, freeze):
    net.train()
    if freeze:
        net.eval()
    for x, y in loader:
        loss = criterion(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
