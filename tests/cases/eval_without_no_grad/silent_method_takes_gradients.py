import torch


class Tester:
    def improve(self, x):
        self.score(x).backward()
        return x - x.grad

    def run(self):
        self.model.eval()
        hits = 0
        for x, y in self.loader:
            x = self.improve(x)
            hits += (self.model(x).argmax(1) == y).sum().item()
        return hits
