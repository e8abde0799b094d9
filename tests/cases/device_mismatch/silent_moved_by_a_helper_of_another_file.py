# other: moving.py
#| def to_device(batch, device):
#|     for key in batch:
#|         batch[key] = batch[key].to(device)
import torch
from torch import nn
from torch.utils.data import DataLoader
from moving import to_device

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = nn.Linear(2, 1)
net.to(device)
for batch in DataLoader(data):
    to_device(batch, device)
    out = net(batch)
