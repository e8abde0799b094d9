import torch
from torch import nn
from torch.utils.data import DataLoader

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = nn.Linear(2, 1)
net.to(device)
for batch in DataLoader(data):
    for name, parts in batch.items():
        for i, part in enumerate(parts):
            parts[i] = part.to(device)
    out = net(batch)
