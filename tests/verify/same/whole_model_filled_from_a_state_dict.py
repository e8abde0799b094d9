import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2))
x, y = torch.randn(16, 4), torch.randint(0, 2, (16,))
torch.save(net, 'net.pt')
net = torch.load('net.pt', weights_only=False)  #-
net.load_state_dict(torch.load('net.pt', weights_only=False).state_dict())  #+
net.eval()
print(net(x).sum().item())
