# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(2, 1)
path = "net.pt"
with open(path, "wb") as f:
    torch.save(net, f)
with open(path, "rb") as f:
    net = torch.load(f)
# output
import torch

net = torch.nn.Linear(2, 1)
path = "net.pt"
with open(path, "wb") as f:
    torch.save(net.state_dict(), f)
with open(path, "rb") as f:
    net.load_state_dict(torch.load(f, map_location="cpu"))
