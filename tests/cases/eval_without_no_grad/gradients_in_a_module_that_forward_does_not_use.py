# other: nets.py
#| import torch
#| from torch import nn
#| from critic import Penalty
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.fc = nn.Linear(3, 2)
#|         self.penalty = Penalty()
#|     def forward(self, x):
#|         return self.fc(x)
# other: critic.py
#| import torch
#| from torch import nn
#| class Penalty(nn.Module):
#|     def forward(self, x):
#|         return torch.autograd.grad(x.sum(), x)[0]
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
