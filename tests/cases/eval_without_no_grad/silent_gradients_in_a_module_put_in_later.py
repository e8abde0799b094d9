# other: nets.py
#| import torch
#| from torch import nn
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.first = nn.Linear(3, 3)
#|         self.last = nn.Identity()
#|     def forward(self, x):
#|         return self.last(self.first(x))
# other: blocks.py
#| import torch
#| from torch import nn
#| class Slope(nn.Module):
#|     def forward(self, x):
#|         return torch.autograd.grad(x.sin().sum(), x)[0]
import torch
from nets import Net
from blocks import Slope
net = Net()
net.last = Slope()
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
