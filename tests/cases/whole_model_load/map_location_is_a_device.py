# flags: --unsafe-fixes
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = nn.Linear(3, 1)
torch.save(net, "net.pt")
best = torch.load("net.pt", map_location=device)
best.eval()
# output
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = nn.Linear(3, 1)
torch.save(net.state_dict(), "net.pt")
best = nn.Linear(3, 1).to(device)
best.load_state_dict(torch.load("net.pt", map_location=device))
best.eval()
