# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(2, 1)
opt = torch.optim.Adam(net.parameters())
torch.save(opt, "opt.pt")
# output
import torch

net = torch.nn.Linear(2, 1)
opt = torch.optim.Adam(net.parameters())
torch.save(opt.state_dict(), "opt.pt")
