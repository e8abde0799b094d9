# other: nets.py
#| import torch
#| from torch import nn
#| class Masked:
#|     def cuda(self, device=None):
#|         self.mask = self.mask.cuda()
#|         return super().cuda(device)
#| class Net(Masked, nn.Module):
#|     def forward(self, x):
#|         return x
#| class Wide(Net):
#|     pass
#| def make():
#|     return Wide()
import nets
import torch
from torch import nn

net = nn.Sequential(nets.make())
net = net.cuda()
print(net(torch.ones(1, 2)).shape)
# output
import nets
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = nn.Sequential(nets.make())
net = net.to(device)
print(net(torch.ones(1, 2)).shape)
