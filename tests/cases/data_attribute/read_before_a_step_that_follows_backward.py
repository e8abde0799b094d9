# other: steps.py
#| def update(opt):
#|     opt.step()
import torch
from steps import update
w = torch.ones(3, requires_grad=True)
v = torch.ones(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
loss = (v * w.data).sum()
loss.backward()
w.grad = torch.ones(3)
update(opt)
# output
import torch
from steps import update
w = torch.ones(3, requires_grad=True)
v = torch.ones(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
loss = (v * w.detach()).sum()
loss.backward()
w.grad = torch.ones(3)
update(opt)
