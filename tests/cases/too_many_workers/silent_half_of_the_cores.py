import os
from torch.utils.data import DataLoader
loader = DataLoader(data, num_workers=os.cpu_count() // 2)
