# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(2, 1)
torch.save(net, "net.pt")
again = torch.nn.Linear(2, 1)
again.load_state_dict(torch.load("net.pt").state_dict())
# output
import torch

net = torch.nn.Linear(2, 1)
torch.save(net.state_dict(), "net.pt")
again = torch.nn.Linear(2, 1)
again.load_state_dict(torch.load("net.pt"))
