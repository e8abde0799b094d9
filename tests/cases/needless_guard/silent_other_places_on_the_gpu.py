import torch
from torch.utils.data import DataLoader

use_cuda = torch.cuda.is_available()
device = torch.device("cuda" if use_cuda else "cpu")
net = torch.nn.Linear(2, 2)
x = torch.ones(2).cuda()
if use_cuda:
    net.to(device)
