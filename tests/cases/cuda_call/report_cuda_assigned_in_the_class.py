# other: nets.py
#| from torch import nn
#| def move(self, device=None):
#|     self.mask = self.mask.cuda()
#|     return nn.Module.cuda(self, device)
#| class Base(nn.Module):
#|     cuda = move
#| class Net(Base):
#|     def forward(self, x):
#|         return x
from nets import Net

net = Net().cuda()
