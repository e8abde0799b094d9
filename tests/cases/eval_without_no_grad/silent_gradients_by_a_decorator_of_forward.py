# other: ops.py
#| import torch
#| def sloped(f):
#|     def inner(self, x):
#|         h = f(self, x)
#|         return torch.autograd.grad(h.sin().sum(), h)[0]
#|     return inner
# other: nets.py
#| import torch
#| from torch import nn
#| from ops import sloped
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.first = nn.Linear(3, 3)
#|     @sloped
#|     def forward(self, x):
#|         return self.first(x)
import torch
from nets import Net
net = Net()
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
