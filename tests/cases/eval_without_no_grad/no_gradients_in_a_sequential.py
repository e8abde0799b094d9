# other: nets.py
#| import torch
#| from torch import nn
#| class Slope(nn.Module):
#|     def forward(self, x):
#|         return x.sin()
import torch
from torch import nn
from nets import Slope
net = nn.Sequential(nn.Linear(3, 3), Slope())
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
# output
import torch
from torch import nn
from nets import Slope
net = nn.Sequential(nn.Linear(3, 3), Slope())
net.eval()
with torch.no_grad():
    out = net(torch.ones(2, 3))
    print(out.argmax(1).tolist())
