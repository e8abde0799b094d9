# other: base.py
#| import torch
#| import torch.nn as nn
from base import *

net = nn.Linear(2, 1).cuda()
y = net(torch.ones(2).cuda())
# output
from base import *
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = nn.Linear(2, 1).to(device)
y = net(torch.ones(2).to(device))
