import numpy as np
import torch


def make(float):
    return torch.tensor(float), np.zeros(3, dtype=np.float)
