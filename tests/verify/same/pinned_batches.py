# device: emulate
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
from torch.utils.data import DataLoader, TensorDataset
x, y = torch.randn(16, 4), torch.randint(0, 2, (16,))
for rows, labels in DataLoader(TensorDataset(x, y), batch_size=4, pin_memory=True):
    rows = rows.cuda(non_blocking=True)  #-
    rows = rows.to('cuda', non_blocking=True)  #+
    print(rows.sum().item())
