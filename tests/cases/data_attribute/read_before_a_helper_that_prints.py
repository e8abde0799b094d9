# other: steps.py
#| def log(loss):
#|     print(loss.item())
import torch
from steps import log
w = torch.ones(3, requires_grad=True)
v = torch.ones(3, requires_grad=True)
loss = (v * w.data).sum()
log(loss)
loss.backward()
# output
import torch
from steps import log
w = torch.ones(3, requires_grad=True)
v = torch.ones(3, requires_grad=True)
loss = (v * w.detach()).sum()
log(loss)
loss.backward()
