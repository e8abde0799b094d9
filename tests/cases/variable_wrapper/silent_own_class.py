import torch


class Variable:
    def __init__(self, value):
        self.value = value


x = Variable(torch.ones(3))
