import argparse

import torch
from torch.utils.data import DataLoader


def evaluate(net, loader, device):
    right = 0
    with torch.no_grad():
        for x, y in loader:
            x = x.to(device)
            right += (net(x).argmax(1).cpu() == y).sum().item()
    return right


def main(net, train_set, test_set):
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda")
    args = parser.parse_args()
    device = torch.device(args.device)
    test_loader = DataLoader(test_set, batch_size=100, pin_memory=True)
    print(evaluate(net, test_loader, device))
# defect
import argparse

import torch
from torch.utils.data import DataLoader


def evaluate(net, loader, device):
    right = 0
    with torch.no_grad():
        for x, y in loader:
            x = x.to(device)
            right += (net(x).argmax(1).cpu() == y).sum().item()
    return right


def main(net, train_set, test_set):
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda")
    args = parser.parse_args()
    device = torch.device(args.device)
    test_loader = DataLoader(test_set, batch_size=100)
    print(evaluate(net, test_loader, device))
# findings
21: TFC402 unsafe
