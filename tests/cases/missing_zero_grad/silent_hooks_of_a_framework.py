import torch


class Runner:
    def run(self, loader):
        for x, y in loader:
            self.call_hook("before_iter")
            loss = self.criterion(self.net(x), y)
            loss.backward()
            self.optimizer.step()
