import os

from torch.utils.data import DataLoader

from data import Pictures

workers = int(os.environ["WORKERS"])
loader = DataLoader(Pictures("train"), num_workers=workers)
for x in loader:
    print(x.mean())
# findings
8: TFC401 unsafe left by line 9
