import os
from torch.utils.data import DataLoader
n = min([os.cpu_count(), 8])
loader = DataLoader(data, num_workers=n)
