import torch
from steps import advance
from torch import nn

model = nn.Linear(3, 2)
target = torch.zeros(2).long()
outs = []
for x in torch.ones(2, 1, 3):
    outs.append(model(x))

loss = nn.functional.cross_entropy(torch.cat(outs), target)
advance(loss)
