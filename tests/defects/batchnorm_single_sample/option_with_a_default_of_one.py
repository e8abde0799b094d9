import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(28 * 28, 64), nn.BatchNorm1d(64), nn.ReLU())
        self.out = nn.Linear(64, classes)

    def forward(self, x):
        return self.out(self.features(x.flatten(1)))


def main(train_set):
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch-size", type=int, default=32)
    args = parser.parse_args()
    model = Net(10).to("cpu")
    optimizer = torch.optim.Adam(model.parameters())
    criterion = nn.CrossEntropyLoss()
    train_loader = DataLoader(train_set, batch_size=args.batch_size, shuffle=True)
    for epoch in range(3):
        for images, labels in train_loader:
            output = model(images)
            loss = criterion(output, labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
# defect
import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(28 * 28, 64), nn.BatchNorm1d(64), nn.ReLU())
        self.out = nn.Linear(64, classes)

    def forward(self, x):
        return self.out(self.features(x.flatten(1)))


def main(train_set):
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch-size", type=int, default=1)
    args = parser.parse_args()
    model = Net(10).to("cpu")
    optimizer = torch.optim.Adam(model.parameters())
    criterion = nn.CrossEntropyLoss()
    train_loader = DataLoader(train_set, batch_size=args.batch_size, shuffle=True)
    for epoch in range(3):
        for images, labels in train_loader:
            output = model(images)
            loss = criterion(output, labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
# findings
25: TFC804 report
