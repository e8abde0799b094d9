# flags: --unsafe-fixes
import torch
from torch import nn

from training import Epoch

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = nn.Linear(2, 1)
epoch = Epoch(net, loss=nn.MSELoss(), device=DEVICE)
for i in range(40):
    epoch.run()
    torch.save(net, "./best.pt")
best = torch.load("./best.pt")
# output
import torch
from torch import nn

from training import Epoch

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = nn.Linear(2, 1)
epoch = Epoch(net, loss=nn.MSELoss(), device=DEVICE)
for i in range(40):
    epoch.run()
    torch.save(net.state_dict(), "./best.pt")
best = nn.Linear(2, 1).to(DEVICE)
best.load_state_dict(torch.load("./best.pt", map_location="cpu"))
