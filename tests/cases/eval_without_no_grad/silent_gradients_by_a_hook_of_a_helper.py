# other: nets.py
#| import torch
#| from torch import nn
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.first = nn.Linear(3, 3)
#|     def forward(self, x):
#|         return self.first(x)
#| def watch(net):
#|     def slope(module, given, out):
#|         return torch.autograd.grad(out.sin().sum(), out)[0]
#|     net.first.register_forward_hook(slope)
import torch
from nets import Net, watch
net = Net()
watch(net)
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
