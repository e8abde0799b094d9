import torch


async def answer(net, x):
    net.eval()
    y = net(x)
    return y.argmax(1).tolist()
