import torch
from torch import nn
from torch.nn import functional as F


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.adv_layer = nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())
        self.aux_layer = nn.Sequential(nn.Linear(8, 2))

    def forward(self, x):
        out = self.body(x)
        validity = self.adv_layer(out)
        label = self.aux_layer(out)
        return validity, label


critic = Critic()
adversarial, auxiliary = nn.BCELoss(), nn.CrossEntropyLoss()
x, y = torch.randn(8, 4), torch.zeros(8).long()
valid = torch.ones(8, 1)
pred, label = critic(x)
loss = (adversarial(pred, valid) + auxiliary(label, y)) / 2
loss.backward()
# defect
import torch
from torch import nn
from torch.nn import functional as F


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.adv_layer = nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())
        self.aux_layer = nn.Sequential(nn.Linear(8, 2), nn.Softmax())

    def forward(self, x):
        out = self.body(x)
        validity = self.adv_layer(out)
        label = self.aux_layer(out)
        return validity, label


critic = Critic()
adversarial, auxiliary = nn.BCELoss(), nn.CrossEntropyLoss()
x, y = torch.randn(8, 4), torch.zeros(8).long()
valid = torch.ones(8, 1)
pred, label = critic(x)
loss = (adversarial(pred, valid) + auxiliary(label, y)) / 2
loss.backward()
# findings
25: TFC803 report
