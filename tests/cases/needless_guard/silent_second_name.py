import torch

use_cuda = torch.cuda.is_available()
device = torch.device("cuda" if use_cuda else "cpu")
x = torch.ones(2)
if use_cuda:
    moved = x = x.to(device)
if use_cuda:
    x, steps = x.to(device), 2
