# imported-by-others
# path: pkg/stats.py
import torch


def shift(x, by=torch.zeros(3).cuda()):
    return x + by
# output
import torch


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
def shift(x, by=torch.zeros(3).to(device)):
    return x + by
