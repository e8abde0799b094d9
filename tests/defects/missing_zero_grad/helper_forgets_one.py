import torch
import torch.nn as nn


def sample():
    return torch.randn(16, 8)


class Solver:
    def __init__(self):
        self.G = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Linear(8, 8))
        self.D = nn.Sequential(nn.Linear(8, 8), nn.LeakyReLU(), nn.Linear(8, 1))
        self.g_optimizer = torch.optim.Adam(self.G.parameters(), 1e-4)
        self.d_optimizer = torch.optim.Adam(self.D.parameters(), 1e-4)

    def reset_grad(self):
        self.g_optimizer.zero_grad()
        self.d_optimizer.zero_grad()

    def train(self, iterations):
        for i in range(iterations):
            real, z = sample(), sample()
            d_loss = self.D(self.G(z).detach()).mean() - self.D(real).mean()
            self.reset_grad()
            d_loss.backward()
            self.d_optimizer.step()
            if (i + 1) % 5 == 0:
                g_loss = -self.D(self.G(z)).mean()
                self.reset_grad()
                g_loss.backward()
                self.g_optimizer.step()
# defect
import torch
import torch.nn as nn


def sample():
    return torch.randn(16, 8)


class Solver:
    def __init__(self):
        self.G = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Linear(8, 8))
        self.D = nn.Sequential(nn.Linear(8, 8), nn.LeakyReLU(), nn.Linear(8, 1))
        self.g_optimizer = torch.optim.Adam(self.G.parameters(), 1e-4)
        self.d_optimizer = torch.optim.Adam(self.D.parameters(), 1e-4)

    def reset_grad(self):
        self.g_optimizer.zero_grad()

    def train(self, iterations):
        for i in range(iterations):
            real, z = sample(), sample()
            d_loss = self.D(self.G(z).detach()).mean() - self.D(real).mean()
            self.reset_grad()
            d_loss.backward()
            self.d_optimizer.step()
            if (i + 1) % 5 == 0:
                g_loss = -self.D(self.G(z)).mean()
                self.reset_grad()
                g_loss.backward()
                self.g_optimizer.step()
# findings
24: TFC201 unsafe
