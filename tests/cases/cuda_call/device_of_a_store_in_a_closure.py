# path: main.py
import torch
from torch import nn
def make(device):
    items = []
    def put(x):
        items.append(x.to(device))
    def sample():
        return torch.stack(items).cuda()
    return put, sample
put, sample = make("cpu")
net = nn.Linear(2, 1).cuda()
put(torch.ones(2).cuda())
print(net(sample()).shape)
# output
import torch
from torch import nn
torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
def make(device):
    items = []
    def put(x):
        items.append(x.to(device))
    def sample():
        return torch.stack(items).to(torch_device)
    return put, sample
put, sample = make("cpu")
net = nn.Linear(2, 1).to(torch_device)
put(torch.ones(2).to(torch_device))
print(net(sample()).shape)
