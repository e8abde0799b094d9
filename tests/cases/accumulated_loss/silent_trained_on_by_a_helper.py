# other: step.py
#| def finish(total):
#|     total.backward()
import torch
from step import finish

w = torch.ones(3, requires_grad=True)
total = 0
for k in range(3):
    loss = (w * k).sum()
    total += loss
finish(total)
