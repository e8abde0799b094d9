import torch


class Memory:
    def fill(self, x):
        self.net.eval()
        self.bank.copy_(self.net(x))
