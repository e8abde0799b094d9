import os
from torch.utils.data import DataLoader
n = os.cpu_count()
n = min(n, 8)
loader = DataLoader(data, num_workers=n)
