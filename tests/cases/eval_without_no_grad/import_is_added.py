from torch import nn

net = nn.Linear(2, 2)
net.eval()
for x in loader:
    print(net(x).argmax(1).tolist())
# output
from torch import nn
import torch

net = nn.Linear(2, 2)
net.eval()
with torch.no_grad():
    for x in loader:
        print(net(x).argmax(1).tolist())
