from __future__ import print_function, absolute_import
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from losses import TripletLoss
from samplers import RandomIdentitySampler


class People(Dataset):
    def __init__(self):
        self.pictures = torch.rand(18, 5)

    def __getitem__(self, index):
        if index >= 18:
            raise IndexError(index)
        return self.pictures[index], index // 3

    def __len__(self):
        return 18


np.random.seed(1)
torch.manual_seed(1)
dataset = People()
loader = DataLoader(dataset, batch_size=6, sampler=RandomIdentitySampler(dataset, 2), num_workers=0)
model = nn.DataParallel(nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3)))
criterion = TripletLoss(margin=0.5)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(3):
    model.train()
    for i, (imgs, pids) in enumerate(loader):
        inputs, targets = imgs, pids
        loss, prec = criterion(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print('Epoch: [%d] Loss %.4f Prec %.2f' % (epoch, loss.item(), prec))
