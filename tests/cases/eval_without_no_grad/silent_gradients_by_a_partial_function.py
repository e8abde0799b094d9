# other: ops.py
#| import functools
#| import torch
#| def _slope(k, h):
#|     return torch.autograd.grad((k * h).sin().sum(), h)[0]
#| slope = functools.partial(_slope, 2)
# other: nets.py
#| import torch
#| from torch import nn
#| from ops import slope
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.first = nn.Linear(3, 3)
#|     def forward(self, x):
#|         return slope(self.first(x))
import torch
from nets import Net
net = Net()
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
