# flags: --unsafe-fixes
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = nn.Linear(3, 1)
torch.save(net, "net.pt")
best = torch.load("net.pt").to(device).eval()  # as it was
# output
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = nn.Linear(3, 1)
torch.save(net.state_dict(), "net.pt")
best = nn.Linear(3, 1).to(device).eval()
best.load_state_dict(torch.load("net.pt", map_location="cpu"))  # as it was
