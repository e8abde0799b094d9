# flags: --unsafe-fixes
# other: net.py
#| from torch import nn
#| class Net(nn.Module):
#|     def forward(self, x):
#|         return x
import torch

net = torch.load("whole.pt", weights_only=False)
net.eval()
with torch.no_grad():
    print(net(torch.ones(1, 2)).shape)
# output
import torch

net = torch.load("whole.pt", weights_only=False, map_location="cpu")
net.eval()
with torch.no_grad():
    print(net(torch.ones(1, 2)).shape)
