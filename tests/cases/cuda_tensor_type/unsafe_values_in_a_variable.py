import numpy as np
import torch


def table(device):
    weights = [0.1, 0.2]
    counts = np.zeros(3)
    return torch.cuda.FloatTensor(weights), torch.cuda.LongTensor(counts), torch.cuda.FloatTensor(np.ones((2, 2)))
