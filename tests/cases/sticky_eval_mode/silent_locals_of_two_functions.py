import torch

def train(x):
    net = build()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    criterion(net(x), 0).backward()
    optimizer.step()


def test(x):
    net = load()
    net.eval()
    return net(x)


for seed in seeds:
    train(seed)
    test(seed)
