import torch
from torch import nn
from torch.nn import functional as F



class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.score, self.out = nn.Linear(4, 4), nn.Linear(4, 2)

    def forward(self, x):
        weights = F.softmax(self.score(x), dim=1)
        return self.out(weights * x)


loss = nn.CrossEntropyLoss()(Net()(torch.randn(8, 4)), torch.zeros(8).long())
