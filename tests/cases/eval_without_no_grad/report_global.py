import torch


def run(x):
    global last
    net.eval()
    last = net(x)
