# flags: --unsafe-fixes
import torch


class Tester:
    @staticmethod
    def run(loader, model):
        model.eval()
        for x, y in loader:
            a = model(x)
            b = model(x.flip(3))
            c = (a + b) / 2
            p = c.argmax(1)
            t = (p == y).sum().item()
            print(t)
            print(p.tolist())
            print(y.tolist())
            print(x.shape)
# output
import torch


class Tester:
    @staticmethod
    @torch.no_grad()
    def run(loader, model):
        model.eval()
        for x, y in loader:
            a = model(x)
            b = model(x.flip(3))
            c = (a + b) / 2
            p = c.argmax(1)
            t = (p == y).sum().item()
            print(t)
            print(p.tolist())
            print(y.tolist())
            print(x.shape)
