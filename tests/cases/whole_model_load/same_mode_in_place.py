# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Dropout())
net.eval()
torch.save(net, "net.pt")
net = torch.load("net.pt")
# output
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Dropout())
net.eval()
torch.save(net.state_dict(), "net.pt")
net.load_state_dict(torch.load("net.pt", map_location="cpu"))
# findings
7: TFC503 unsafe fixed files saved before do not load any more
