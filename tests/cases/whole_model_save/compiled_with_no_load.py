# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(2, 1)
torch.save(torch.compile(net), "net.pt")
# output
import torch

net = torch.nn.Linear(2, 1)
torch.save(torch.compile(net)._orig_mod.state_dict(), "net.pt")
