import torch
import torch.utils.data as data
from torch.utils.data import TensorDataset

a = torch.ones(3)
loader = data.DataLoader(TensorDataset(a, a))
other = torch.utils.data.TensorDataset(a, a)
