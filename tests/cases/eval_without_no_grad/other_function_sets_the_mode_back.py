import torch


def train(loader):
    net = torch.nn.Linear(2, 2)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        net = net.train()
        opt.zero_grad()
        torch.nn.functional.cross_entropy(net(x), y).backward()
        opt.step()


def show(loader):
    net = torch.nn.Linear(2, 2)
    net.eval()
    for x, y in loader:
        print(net(x).argmax(1)[0].item())
# output
import torch


def train(loader):
    net = torch.nn.Linear(2, 2)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        net = net.train()
        opt.zero_grad()
        torch.nn.functional.cross_entropy(net(x), y).backward()
        opt.step()


def show(loader):
    net = torch.nn.Linear(2, 2)
    net.eval()
    with torch.no_grad():
        for x, y in loader:
            print(net(x).argmax(1)[0].item())
