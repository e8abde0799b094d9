# flags: --unsafe-fixes
import torch


def main(net, loader):
    def validate():
        net.eval()
        hits = 0
        for x, y in loader:
            hits += (net(x).argmax(1) == y).sum().item()
        net.train()
        return hits

    for epoch in range(3):
        for x, y in loader:
            opt.zero_grad()
            criterion(net(x), y).backward()
            opt.step()
        print(validate())
# output
import torch


def main(net, loader):
    def validate():
        net.eval()
        hits = 0
        with torch.no_grad():
            for x, y in loader:
                hits += (net(x).argmax(1) == y).sum().item()
        net.train()
        return hits

    for epoch in range(3):
        for x, y in loader:
            opt.zero_grad()
            criterion(net(x), y).backward()
            opt.step()
        print(validate())
