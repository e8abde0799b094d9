import sys

LEVEL = 1
sys.path.append("..")
import torch
from torch import nn

net = nn.Linear(2, 2).cuda()
# output
import sys

LEVEL = 1
sys.path.append("..")
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = nn.Linear(2, 2).to(device)
