import os
from torch.utils.data import DataLoader

workers = 4
if os.name == "nt":
    workers = 0
for x in DataLoader(data, num_workers=workers):
    print(x)
