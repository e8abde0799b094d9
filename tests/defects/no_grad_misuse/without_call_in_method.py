import torch
from torch import nn, optim


class Trainer:
    def __init__(self, model, loaders, lr, clip):
        self.model = model
        self.train_loader, self.val_loader = loaders
        self.optimizer = optim.AdamW(self.model.parameters(), lr=lr)
        self.loss_fn = nn.CrossEntropyLoss()
        self.clip = clip
        self.best = 0.0

    def _update(self, x, y):
        logits = self.model(x)
        loss = self.loss_fn(logits, y)
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
        self.optimizer.step()
        return loss.item()

    def train_epoch(self):
        self.model.train()
        total = 0.0
        for x, y in self.train_loader:
            total += self._update(x, y)
        return total / len(self.train_loader)

    def evaluate(self):
        self.model.eval()
        hits = 0
        with torch.no_grad():
            for x, y in self.val_loader:
                hits += (self.model(x).argmax(dim=-1) == y).sum().item()
        return hits / len(self.val_loader)

    def fit(self, epochs):
        for epoch in range(epochs):
            loss = self.train_epoch()
            accuracy = self.evaluate()
            if accuracy > self.best:
                self.best = accuracy
                torch.save(self.model.state_dict(), "best.pt")
            print(epoch, loss, accuracy)
# defect
import torch
from torch import nn, optim


class Trainer:
    def __init__(self, model, loaders, lr, clip):
        self.model = model
        self.train_loader, self.val_loader = loaders
        self.optimizer = optim.AdamW(self.model.parameters(), lr=lr)
        self.loss_fn = nn.CrossEntropyLoss()
        self.clip = clip
        self.best = 0.0

    def _update(self, x, y):
        logits = self.model(x)
        loss = self.loss_fn(logits, y)
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
        self.optimizer.step()
        return loss.item()

    def train_epoch(self):
        self.model.train()
        total = 0.0
        for x, y in self.train_loader:
            total += self._update(x, y)
        return total / len(self.train_loader)

    def evaluate(self):
        self.model.eval()
        hits = 0
        with torch.no_grad:
            for x, y in self.val_loader:
                hits += (self.model(x).argmax(dim=-1) == y).sum().item()
        return hits / len(self.val_loader)

    def fit(self, epochs):
        for epoch in range(epochs):
            loss = self.train_epoch()
            accuracy = self.evaluate()
            if accuracy > self.best:
                self.best = accuracy
                torch.save(self.model.state_dict(), "best.pt")
            print(epoch, loss, accuracy)
# findings
33: TFC205 safe
