import torch


def measure(net, x):
    net.eval()
    y = net(x).argmax(1)
    print(torch.cuda.max_memory_allocated())
    return y.tolist()
