import torch
from torch import nn

loss = nn.MSELoss()(net(x), y)
loss.backward(retain_variables=True)
# output
import torch
from torch import nn

loss = nn.MSELoss()(net(x), y)
loss.backward(retain_graph=True)
