import argparse

import torch
from torch import nn


class Trainer:
    def __init__(self, use_cuda):
        self.use_cuda = use_cuda
        self.net = nn.Linear(2, 2)
        if self.use_cuda:
            self.net.cuda()

    def step(self, n):
        x = torch.zeros(n)
        if self.use_cuda:
            x = x.cuda()
        return self.net(x)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    print(Trainer(True).step(2))
# output
import argparse

import torch
from torch import nn


class Trainer:
    def __init__(self, use_cuda):
        self.use_cuda = use_cuda
        device = torch.device("cuda" if self.use_cuda else "cpu")
        self.net = nn.Linear(2, 2)
        if self.use_cuda:
            self.net.to(device)

    def step(self, n):
        x = torch.zeros(n)
        device = torch.device("cuda" if self.use_cuda else "cpu")
        if self.use_cuda:
            x = x.to(device)
        return self.net(x)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    print(Trainer(True).step(2))
