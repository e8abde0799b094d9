# other: nets.py
#| import torch
#| from torch import nn
#| class Slope(nn.Module):
#|     def forward(self, x):
#|         return torch.autograd.grad(x.sin().sum(), x)[0]
import torch
from torch import nn
from nets import Slope
net = nn.Sequential(nn.Linear(3, 3), Slope())
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
