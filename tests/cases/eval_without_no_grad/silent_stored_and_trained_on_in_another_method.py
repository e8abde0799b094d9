import torch


class Trainer:
    def look(self, x):
        self.net.eval()
        self.out = self.net(x)

    def learn(self, y):
        loss = (self.out - y).pow(2).mean()
        loss.backward()
