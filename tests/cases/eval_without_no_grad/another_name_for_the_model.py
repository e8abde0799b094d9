# flags: --unsafe-fixes
import torch


class Tester:
    def run(self):
        model = self.model
        model.eval()
        hits = 0
        for x, y in self.loader:
            hits += (self.model(x).argmax(1) == y).sum().item()
        return hits
# output
import torch


class Tester:
    def run(self):
        model = self.model
        model.eval()
        hits = 0
        with torch.no_grad():
            for x, y in self.loader:
                hits += (self.model(x).argmax(1) == y).sum().item()
        return hits
