# other: nets.py
#| import torch
#| from torch import nn
#| def slope(module, given, out):
#|     return torch.autograd.grad(out.sin().sum(), out)[0]
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.first = nn.Linear(3, 3)
#|         self.first.register_forward_hook(slope)
#|     def forward(self, x):
#|         return self.first(x)
import torch
from nets import Net
net = Net()
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
