# other: steps.py
#| import torch
#| def update(opt, w):
#|     w.grad = torch.ones(3)
#|     opt.step()
import torch
from steps import update
w = torch.ones(3, requires_grad=True)
v = torch.ones(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
loss = (v * w.data).sum()
update(opt, w)
loss.backward()
