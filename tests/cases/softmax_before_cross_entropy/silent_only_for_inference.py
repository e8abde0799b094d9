import torch
from torch import nn
from torch.nn import functional as F



class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(4, 2)

    def forward(self, x):
        x = self.out(x)
        if self.training:
            return x
        return F.softmax(x, dim=1)


loss = nn.CrossEntropyLoss()(Net()(torch.randn(8, 4)), torch.zeros(8).long())
