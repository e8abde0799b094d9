# other: ops.py
#| import torch
#| def slope(h):
#|     return h.sin()
# other: nets.py
#| import torch
#| from torch import nn
#| class Net(nn.Module):
#|     def __init__(self, act):
#|         super().__init__()
#|         self.first = nn.Linear(3, 3)
#|         self.act = act
#|     def forward(self, x):
#|         return self.act(self.first(x))
import torch
from nets import Net
from ops import slope
net = Net(slope)
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
# output
import torch
from nets import Net
from ops import slope
net = Net(slope)
net.eval()
with torch.no_grad():
    out = net(torch.ones(2, 3))
    print(out.argmax(1).tolist())
