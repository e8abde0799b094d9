import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

names, text = [], ''
for word in ['a', 'b']:
    names += [word]
    text += word
print(names, text)
