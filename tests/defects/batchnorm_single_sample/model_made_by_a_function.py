import torch
from torch import nn
from torch.utils.data import DataLoader


def build():
    return nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))


def train(train_set):
    net = build()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in DataLoader(train_set, batch_size=4, shuffle=True):
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
# defect
import torch
from torch import nn
from torch.utils.data import DataLoader


def build():
    return nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))


def train(train_set):
    net = build()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in DataLoader(train_set, batch_size=1, shuffle=True):
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
# findings
13: TFC804 report
