import torch
from torch.utils.data import TensorDataset

pair = TensorDataset(torch.ones(2), torch.zeros(2))
alone = TensorDataset(torch.ones(2))
many = torch.utils.data.TensorDataset(*[torch.ones(2)])
