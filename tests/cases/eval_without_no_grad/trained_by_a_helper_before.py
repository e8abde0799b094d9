# other: nets.py
#| import torch
#| from torch import nn
#| class Net(nn.Module):
#|     def __init__(self):
#|         super().__init__()
#|         self.fc = nn.Linear(3, 2)
#|     def forward(self, x):
#|         return self.fc(x)
# other: train.py
#| import torch
#| def fit(net):
#|     opt = torch.optim.SGD(net.parameters(), lr=0.1)
#|     net(torch.ones(1, 3)).sum().backward()
#|     opt.step()
import torch
from nets import Net
from train import fit
net = Net()
fit(net)
net.eval()
out = net(torch.ones(2, 3))
print(out.argmax(1).tolist())
# output
import torch
from nets import Net
from train import fit
net = Net()
fit(net)
net.eval()
with torch.no_grad():
    out = net(torch.ones(2, 3))
    print(out.argmax(1).tolist())
