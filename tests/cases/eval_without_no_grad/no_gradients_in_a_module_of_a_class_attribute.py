# other: nets.py
#| import torch
#| from torch import nn
#| class Block(nn.Module):
#|     def forward(self, x):
#|         return x
#| class Base(nn.Module):
#|     block = Block
#|     def __init__(self):
#|         super().__init__()
#|         self.fc = nn.Linear(3, 3)
#|         self.b = self.block()
#|     def forward(self, x):
#|         return self.b(self.fc(x))
#| class Net(Base):
#|     def loss(self, x):
#|         self(x).sum().mean()
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
