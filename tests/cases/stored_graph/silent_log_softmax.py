import torch
from torch import nn
from torch.nn.functional import log_softmax, nll_loss

model = nn.Linear(3, 2)
target = torch.zeros(2).long()
outs = []
for x in torch.ones(2, 1, 3):
    outs.append(model(x))

loss = nll_loss(log_softmax(torch.cat(outs), 1), target)
loss.backward()
