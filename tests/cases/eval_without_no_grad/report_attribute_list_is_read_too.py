import torch


class Keeper:
    def forward_eval(self, x):
        self.net.eval()
        self.last.append(self.net(x))
        return self.last[-1].argmax(1).tolist()
