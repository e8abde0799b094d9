import torch

from base import BaseTrainer


class Trainer(BaseTrainer):
    def fit(self, loader):
        for x, y in loader:
            self.start_batch()
            loss = self.criterion(self.net(x), y)
            loss.backward()
            self.optimizer.step()
