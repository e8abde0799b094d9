# other: vendor.py
#| import torch
#| def deeper(net, x):
#|     net(x).sum().backward()
#| class Adapter:
#|     def adapt(self, net, x):
#|         deeper(net, x)
import torch
from vendor import Adapter


class Tuner:
    def __init__(self):
        self.net = torch.nn.Linear(2, 2)
        self.tool = Adapter()

    def good(self, data):
        self.net.eval()
        total = 0
        for x in data:
            self.tool.adapt(self.net, x)
            total += self.net(x).argmax(1).sum().item()
        return total
