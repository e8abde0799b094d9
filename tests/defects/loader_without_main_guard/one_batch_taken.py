import torch
from torch.utils.data import DataLoader

loader = DataLoader(torch.arange(8), batch_size=4)
images = next(iter(loader))
print(images.shape)
# defect
import torch
from torch.utils.data import DataLoader

loader = DataLoader(torch.arange(8), batch_size=4, num_workers=2)
images = next(iter(loader))
print(images.shape)
# findings
4: TFC401 unsafe
