import os

from torch.utils.data import DataLoader

workers = os.cpu_count()
loader = DataLoader(data, num_workers=workers)
# findings
6: TFC404 report left every core
