# flags: --unsafe-fixes
import numpy as np
import torch


def table(device):
    weights = [0.1, 0.2]
    counts = np.zeros(3)
    return torch.cuda.FloatTensor(weights), torch.cuda.LongTensor(counts), torch.cuda.FloatTensor(np.ones((2, 2)))
# output
import numpy as np
import torch


def table(device):
    weights = [0.1, 0.2]
    counts = np.zeros(3)
    return torch.tensor(weights, dtype=torch.float32, device=device), torch.tensor(counts, dtype=torch.int64, device=device), torch.tensor(np.ones((2, 2)), dtype=torch.float32, device=device)
