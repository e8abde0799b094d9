import torch.multiprocessing as mp
from torch.utils.data import DataLoader

mp.set_start_method("fork")
for x in DataLoader(data, num_workers=3):
    print(x)
