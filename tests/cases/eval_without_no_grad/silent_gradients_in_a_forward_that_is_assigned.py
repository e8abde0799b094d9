# other: nets.py
#| import torch
#| from torch import nn
#| def slope(self, x):
#|     h = self.first(x)
#|     return torch.autograd.grad(h.sin().sum(), h)[0]
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.first = nn.Linear(3, 3)
#|     forward = slope
import torch
from nets import Net
net = Net()
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
