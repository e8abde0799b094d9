import torch
from torch import nn

net = nn.Linear(2, 2)
net = nn.DataParallel(net).cuda()
# output
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = nn.Linear(2, 2)
net = nn.DataParallel(net).to(device)
