import torch
from torch import nn

w = torch.randn(3, requires_grad=True)
for i in range(5):
    loss = (w ** 2).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
    w.grad = None
# defect
import torch
from torch import nn

w = torch.randn(3, requires_grad=True)
for i in range(5):
    loss = (w ** 2).sum()
    loss.backward()
    w -= 0.1 * w.grad
    w.grad = None
# findings
8: TFC602 unsafe
