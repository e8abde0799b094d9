# other: steps.py
#| import torch
#| class Trainer:
#|     def __init__(self, w):
#|         self.w = w
#|         self.opt = torch.optim.SGD([w], lr=0.1)
#|     def update(self):
#|         self.w.grad = torch.ones(3)
#|         self._go()
#|     def _go(self):
#|         self.opt.step()
import torch
from steps import Trainer
w = torch.ones(3, requires_grad=True)
v = torch.ones(3, requires_grad=True)
trainer = Trainer(w)
loss = (v * w.data).sum()
trainer.update()
loss.backward()
