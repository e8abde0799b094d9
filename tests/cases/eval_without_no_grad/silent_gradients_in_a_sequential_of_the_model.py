# other: nets.py
#| import torch
#| from torch import nn
#| class Slope(nn.Module):
#|     def forward(self, x):
#|         return torch.autograd.grad(x.sin().sum(), x)[0]
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.body = nn.Sequential(nn.Linear(3, 3), Slope())
#|     def forward(self, x):
#|         return self.body(x)
import torch
from nets import Net
net = Net()
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
