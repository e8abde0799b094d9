import torch
from torch import nn
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, model, loader):
        self.model, self.train_loader = model, loader
        self.optimizer = torch.optim.Adam(model.parameters())

    def fit(self):
        for x, y in self.train_loader:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
        torch.cuda.empty_cache()
# defect
import torch
from torch import nn
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, model, loader):
        self.model, self.train_loader = model, loader
        self.optimizer = torch.optim.Adam(model.parameters())

    def fit(self):
        for x, y in self.train_loader:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
            torch.cuda.empty_cache()
# findings
16: TFC703 report
