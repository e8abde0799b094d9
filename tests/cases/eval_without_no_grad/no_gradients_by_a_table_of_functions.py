# other: ops.py
#| import torch
#| def slope(h):
#|     return h.sin()
#| def plain(h):
#|     return h
#| TABLE = {"slope": slope, "plain": plain}
# other: nets.py
#| import torch
#| from torch import nn
#| from ops import TABLE
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.first = nn.Linear(3, 3)
#|     def forward(self, x):
#|         return TABLE["slope"](self.first(x))
import torch
from nets import Net
net = Net()
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
# output
import torch
from nets import Net
net = Net()
net.eval()
with torch.no_grad():
    out = net(torch.ones(2, 3))
    print(out.argmax(1).tolist())
