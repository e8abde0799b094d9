# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(2, 1)
torch.save(net.state_dict, "net.pt")
# output
import torch

net = torch.nn.Linear(2, 1)
torch.save(net.state_dict(), "net.pt")
