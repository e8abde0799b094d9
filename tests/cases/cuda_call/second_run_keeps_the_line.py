import torch
from torch import nn
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = nn.Linear(2, 2).to(device)
more = nn.Linear(2, 2).cuda()
# output
import torch
from torch import nn
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = nn.Linear(2, 2).to(device)
more = nn.Linear(2, 2).to(device)
