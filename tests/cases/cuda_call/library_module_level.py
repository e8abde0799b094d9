# imported-by-others
# path: pkg/stats.py
import torch

SIZE = 3
MEAN = torch.zeros(SIZE).cuda()
# output
import torch

SIZE = 3
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
MEAN = torch.zeros(SIZE).to(device)
