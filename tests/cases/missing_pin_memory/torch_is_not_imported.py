# flags: --unsafe-fixes
from torch.utils.data import DataLoader

for x in DataLoader(data):
    step(x.cuda())
# output
from torch.utils.data import DataLoader
import torch

for x in DataLoader(data, pin_memory=torch.cuda.is_available()):
    step(x.cuda())
