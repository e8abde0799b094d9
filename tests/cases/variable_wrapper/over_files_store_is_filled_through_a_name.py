# path: main.py
# other: storage.py
#| import torch
#|
#|
#| class Storage:
#|     def __init__(self, steps, size):
#|         self.states = torch.zeros(steps + 1, size)
#|         self.values = torch.zeros(steps + 1, 1)
#|         self.losses = torch.zeros(steps)
#|         self.step = 0
#|
#|     def insert(self, state, value, loss):
#|         self.states[self.step + 1].copy_(state)
#|         self.values[self.step].copy_(value)
#|         self.losses[self.step] = loss
#|         self.step += 1
#|         last = self.states[-1]
#|         last += loss
#|
#|     def batches(self, extra):
#|         for i in range(2):
#|             part = self.states[:-1].view(2, -1)[i]
#|             kept = []
#|             kept.append(self.values[i])
#|             yield part, torch.cat(kept, 0), extra[i], self.losses[i]
import torch
from torch.autograd import Variable
from storage import Storage

net = torch.nn.Linear(3, 1)
store = Storage(2, 3)
for step in range(2):
    value = net(Variable(store.states[step]))
    loss = value.sum()
    store.insert(torch.ones(3), value.data, loss)
extra = store.states[:-1] - 1
total = net(Variable(store.states[:-1].view(-1, 3))).sum() + Variable(store.losses[0])
for a, b, c, d in store.batches(extra):
    total = total + net(Variable(a[:3])).sum() + Variable(b).sum() + Variable(c).sum() + Variable(d).sum()
total.backward()
# output
import torch
from storage import Storage

net = torch.nn.Linear(3, 1)
store = Storage(2, 3)
for step in range(2):
    value = net(store.states[step].detach())
    loss = value.sum()
    store.insert(torch.ones(3), value.data, loss)
extra = store.states[:-1] - 1
total = net(store.states[:-1].view(-1, 3).detach()).sum() + store.losses[0].detach()
for a, b, c, d in store.batches(extra):
    total = total + net(a[:3].detach()).sum() + b.sum() + c.detach().sum() + d.detach().sum()
total.backward()
