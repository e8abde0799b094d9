# other: nets.py
#| import torch
#| from torch import nn
#| class Slope(nn.Module):
#|     def forward(self, x):
#|         return torch.autograd.grad(x.sin().sum(), x)[0]
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.first = nn.Linear(3, 3)
#|         self.layers = nn.ModuleList([Slope() for _ in range(2)])
#|     def forward(self, x):
#|         x = self.first(x)
#|         for layer in self.layers:
#|             x = layer(x)
#|         return x
import torch
from nets import Net
net = Net()
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
