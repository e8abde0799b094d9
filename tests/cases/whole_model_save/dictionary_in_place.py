# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
torch.save({"model": net, "epoch": 3, "opt": opt.state_dict()}, "all.pt")
checkpoint = torch.load("all.pt")
net = checkpoint["model"]
epoch = checkpoint["epoch"]
opt.load_state_dict(checkpoint["opt"])
# output
import torch

net = torch.nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
torch.save({"model": net.state_dict(), "epoch": 3, "opt": opt.state_dict()}, "all.pt")
checkpoint = torch.load("all.pt")
net.load_state_dict(checkpoint["model"])
epoch = checkpoint["epoch"]
opt.load_state_dict(checkpoint["opt"])
