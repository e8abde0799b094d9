import torch
from torch import nn
from torch.utils.data import DataLoader

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def evaluate(net, data):
    return [net(x) for x in data]


def train(data):
    net = nn.Linear(3, 1)
    net.to(device)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    criterion = nn.MSELoss()
    loader = DataLoader(data, batch_size=8)
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        optimizer.zero_grad()
        loss = criterion(net(x), y.to(device))
        loss.backward()
        optimizer.step()
