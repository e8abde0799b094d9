import torch
from torch import nn
from torch.utils.data import DataLoader

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = nn.Linear(2, 1)
net.to(device)
for batch in DataLoader(data):
    print(batch)
    size = batch["x"].shape[0]
    first = batch["x"]
    out = net(batch)
