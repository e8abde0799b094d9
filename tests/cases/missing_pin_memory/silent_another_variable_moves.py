import torch
from torch.utils.data import DataLoader

net.cuda()
for x in DataLoader(data):
    y = torch.zeros(3).cuda()
    step(x, y)
