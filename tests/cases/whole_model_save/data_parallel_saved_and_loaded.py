# flags: --unsafe-fixes
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
net = nn.DataParallel(net)
torch.save(net, "net.pt")
net = torch.load("net.pt")
net.eval()
# output
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
net = nn.DataParallel(net)
torch.save(net.module.state_dict(), "net.pt")
net.module.load_state_dict(torch.load("net.pt", map_location="cpu"))
net.eval()
