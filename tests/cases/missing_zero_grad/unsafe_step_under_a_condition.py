# flags: --unsafe-fixes
import torch
from torch import nn, optim


def train(model, loader, criterion, config):
    if config.mode == "combined":
        w = torch.ones(1, requires_grad=True)
        weights = optim.Adam([w], lr=1e-4)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        if config.mode == "combined":
            loss = loss * w
        loss.backward()
        optimizer.step()
        if config.mode == "combined":
            weights.step()
# output
import torch
from torch import nn, optim


def train(model, loader, criterion, config):
    if config.mode == "combined":
        w = torch.ones(1, requires_grad=True)
        weights = optim.Adam([w], lr=1e-4)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        if config.mode == "combined":
            loss = loss * w
        loss.backward()
        optimizer.step()
        if config.mode == "combined":
            weights.step()
            weights.zero_grad()
