import torch
from torch import nn
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, model, loader):
        self.model, self.train_loader = model, loader
        self.optimizer = torch.optim.Adam(model.parameters())

    def free(self):
        torch.cuda.empty_cache()

    def fit(self):
        for x, y in self.train_loader:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
        self.free()
# defect
import torch
from torch import nn
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, model, loader):
        self.model, self.train_loader = model, loader
        self.optimizer = torch.optim.Adam(model.parameters())

    def free(self):
        torch.cuda.empty_cache()

    def fit(self):
        for x, y in self.train_loader:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
            self.free()
# findings
12: TFC703 report
