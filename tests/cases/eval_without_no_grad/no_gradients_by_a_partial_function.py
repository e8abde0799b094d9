# other: ops.py
#| import functools
#| def _s(k, h):
#|     return k * h
#| s = functools.partial(_s, 2)
# other: nets.py
#| import torch
#| from torch import nn
#| from ops import s
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.fc = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])
#|     def forward(self, x):
#|         for f in self.fc:
#|             x = f(x)
#|         return s(x)
import torch
from nets import Net
net = Net()
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
# output
import torch
from nets import Net
net = Net()
net.eval()
with torch.no_grad():
    out = net(torch.ones(2, 3))
    print(out.argmax(1).tolist())
