# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Dropout())
for epoch in range(3):
    net.train()
    torch.save(net, "net.pt")
    net.eval()
net = torch.load("net.pt")
# output
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Dropout())
for epoch in range(3):
    net.train()
    torch.save(net.state_dict(), "net.pt")
    net.eval()
net.load_state_dict(torch.load("net.pt", map_location="cpu"))
# findings
9: TFC503 unsafe fixed the mode that it was saved in is not in the file
