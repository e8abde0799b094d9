import torch
from meta import MAML

maml = MAML(net)
maml.eval()
hits = 0
for task in tasks:
    hits += (maml(task.support, task.query).argmax(1) == task.y).sum().item()
