# other: nets.py
#| from torch import nn
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.body = nn.Linear(2, 1)
#|     def forward(self, x):
#|         return self.body(x)
import torch
from nets import Net

net = Net()
net.eval()
print(net(torch.ones(1, 2)).item())
# output
import torch
from nets import Net

net = Net()
net.eval()
with torch.no_grad():
    print(net(torch.ones(1, 2)).item())
# findings
5: TFC101 safe fixed forward pass
