# flags: --unsafe-fixes
import torch
from torch import nn

net = nn.Linear(
    2,
    1,
)
torch.save(net, "net.pt")
again = torch.load(
    "net.pt",  # written above
    weights_only=False,
)
# output
import torch
from torch import nn

net = nn.Linear(
    2,
    1,
)
torch.save(net.state_dict(), "net.pt")
again = nn.Linear(2, 1)
again.load_state_dict(torch.load(
    "net.pt",  # written above
    weights_only=False,
    map_location="cpu",
))
