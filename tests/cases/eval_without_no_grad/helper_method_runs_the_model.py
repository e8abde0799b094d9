# flags: --unsafe-fixes
import torch


class Tester:
    def step(self, batch):
        x, y = batch
        out = self.model(x)
        return self.criterion(out, y).item()

    def run(self):
        self.model.eval()
        total = 0
        for batch in self.loader:
            total += self.step(batch)
        return total
# output
import torch


class Tester:
    def step(self, batch):
        x, y = batch
        out = self.model(x)
        return self.criterion(out, y).item()

    def run(self):
        self.model.eval()
        total = 0
        with torch.no_grad():
            for batch in self.loader:
                total += self.step(batch)
        return total
