import torch
from torch import nn

model = nn.Linear(2, 1)
total = 0
for x in torch.ones(4, 1, 2):
	loss = model(x).mean()
	loss.backward()
	total += loss  # for the log
print('%f' % total)
# output
import torch
from torch import nn

model = nn.Linear(2, 1)
total = 0
for x in torch.ones(4, 1, 2):
	loss = model(x).mean()
	loss.backward()
	total += loss.detach()  # for the log
print('%f' % total)
