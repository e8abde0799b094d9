import torch

from models import Net

net = Net()
net.train()
list(net.parameters())
net.decoder.weight = net.encoder.weight
torch.save(net, "net.pt")
best = torch.load("net.pt")
# findings
10: TFC503 report left line 8 sets `net.decoder.weight`
