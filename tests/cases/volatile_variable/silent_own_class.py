import torch


class Variable:
    def __init__(self, data, volatile=False):
        self.volatile = volatile


x = Variable(torch.ones(3), volatile=True)
