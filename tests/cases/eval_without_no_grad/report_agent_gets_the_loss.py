import torch


def run(agent, net, loader):
    net.eval()
    for x, y in loader:
        loss = (net(x) - y).pow(2).mean()
        agent.update(loss)
