import torch
from torch.utils.data import TensorDataset

data = TensorDataset(data_tensor=x, target_tensor=y)
# output
import torch
from torch.utils.data import TensorDataset

data = TensorDataset(x, y)
