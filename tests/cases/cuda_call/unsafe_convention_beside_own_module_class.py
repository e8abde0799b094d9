import torch
from torch import nn


class Search(nn.Module):
    def cuda(self):
        self.moved = True
        return super().cuda()


def place(model):
    model.cuda()
