import torch
from torch.utils.data import DataLoader

use_cuda = torch.cuda.is_available()
device = torch.device("cuda" if use_cuda else "cpu")
net = torch.nn.Linear(2, 2)
use_cuda = use_cuda and args.gpu
if use_cuda:
    net.to(device)
