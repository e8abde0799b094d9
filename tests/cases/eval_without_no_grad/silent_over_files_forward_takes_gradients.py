# other: parts.py
#| import torch
#| from torch.autograd import grad
#| class Springs(torch.nn.Module):
#|     def forward(self, pos):
#|         return -grad((pos ** 2).sum(), pos)[0]
# other: nets.py
#| from torch import nn
#| from parts import Springs
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.force: nn.Module = Springs()
#|     def forward(self, pos):
#|         return self.force(pos)
import torch
from nets import Net

net = Net()
net.eval()
print(net(torch.ones(3)).sum().item())
