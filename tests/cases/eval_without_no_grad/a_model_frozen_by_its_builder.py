# other: nets.py
#| import torch
#| from torch import nn
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.fc = nn.Linear(3, 2)
#|     def forward(self, x):
#|         return self.fc(x)
#| def build():
#|     net = Net()
#|     net.fc.weight.requires_grad_(True)
#|     for p in net.parameters():
#|         p.requires_grad = False
#|     return net
import torch
from nets import build
net = build()
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
# output
import torch
from nets import build
net = build()
net.eval()
with torch.no_grad():
    out = net(torch.ones(2, 3))
    print(out.argmax(1).tolist())
