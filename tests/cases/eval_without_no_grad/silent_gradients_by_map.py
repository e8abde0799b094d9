# other: nets.py
#| import torch
#| from torch import nn
#| from ops import slope
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.first = nn.Linear(3, 3)
#|     def forward(self, x):
#|         h = self.first(x)
#|         return list(map(slope, [h]))[0]
# other: ops.py
#| import torch
#| def slope(h):
#|     return torch.autograd.grad(h.sin().sum(), h)[0]
import torch
from nets import Net
net = Net()
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
