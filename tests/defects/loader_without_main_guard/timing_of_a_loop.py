import time

import torch
from torch.utils.data import DataLoader

loader = DataLoader(torch.arange(8), batch_size=4, num_workers=0)
start = time.time()
count = 0
while count < 3:
    for batch in loader:
        pass
    count += 1
print(time.time() - start)
# defect
import time

import torch
from torch.utils.data import DataLoader

loader = DataLoader(torch.arange(8), batch_size=4, num_workers=2)
start = time.time()
count = 0
while count < 3:
    for batch in loader:
        pass
    count += 1
print(time.time() - start)
# findings
6: TFC401 unsafe
