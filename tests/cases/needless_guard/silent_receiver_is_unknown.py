import torch
from torch.utils.data import DataLoader

use_cuda = torch.cuda.is_available()
device = torch.device("cuda" if use_cuda else "cpu")
net = torch.nn.Linear(2, 2)
if use_cuda:
    batch = batch.to(device)
