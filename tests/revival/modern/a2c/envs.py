import numpy as np
import torch


class CartLine(object):
    def __init__(self, seed):
        self.random = np.random.RandomState(seed)

    def reset(self):
        self.x = self.random.uniform(-1, 1, 3).astype(float)
        return torch.from_numpy(self.x).float()

    def step(self, action):
        self.x = self.x * 0.9 + (0.1 if action == 1 else -0.1)
        return torch.from_numpy(self.x).float(), -float(np.abs(self.x).sum()), bool(np.abs(self.x).max() < 0.05)
