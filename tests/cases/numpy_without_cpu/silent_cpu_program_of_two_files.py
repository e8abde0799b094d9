# other: nets.py
#| from torch import nn
#| class Net(nn.Module):
#|     def forward(self, x):
#|         return x
import matplotlib.pyplot as plt
import torch
from nets import Net

net = Net()
x = torch.linspace(0, 1, 20).unsqueeze(1)
with torch.no_grad():
    line = net(x)
plt.plot(x, line)
first = line.numpy()
weights = [p.detach().numpy() for p in net.parameters()]
