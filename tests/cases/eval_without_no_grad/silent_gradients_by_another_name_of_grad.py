# other: nets.py
#| from torch import nn, autograd as ag
#| take = ag.grad
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.first = nn.Linear(3, 3)
#|     def forward(self, x):
#|         h = self.first(x)
#|         return take(h.sin().sum(), h)[0]
import torch
from nets import Net
net = Net()
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
