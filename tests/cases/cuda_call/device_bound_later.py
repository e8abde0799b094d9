import torch
from torch import nn

net = nn.Linear(2, 2)
net.cuda()
device = torch.device("cuda")
# output
import torch
from torch import nn

torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = nn.Linear(2, 2)
net.to(torch_device)
device = torch.device("cuda")
