# other: vendor.py
#| import torch
#| class Step:
#|     def __init__(self, net):
#|         self.net = net
#|     def __call__(self, x):
#|         self.net(x).sum().backward()
import torch
from vendor import Step

net = torch.nn.Linear(2, 2)
step = other = Step(net)
net.eval()
good = 0
for x in torch.ones(2, 3, 2):
    step(x)
    good += net(x).argmax(1).sum().item()
print(good)
