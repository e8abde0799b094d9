# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.DataParallel(nn.Linear(2, 1))
torch.save(net, "net.pt")
again = torch.load("net.pt").module
again.eval()
# output
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = nn.DataParallel(nn.Linear(2, 1))
torch.save(net.module.state_dict(), "net.pt")
again = nn.Linear(2, 1).to(device)
again.load_state_dict(torch.load("net.pt", map_location="cpu"))
again.eval()
