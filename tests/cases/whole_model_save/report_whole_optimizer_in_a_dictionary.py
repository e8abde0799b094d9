import torch

net = torch.nn.Linear(2, 1)
opt = torch.optim.Adam(net.parameters())
torch.save({"net": net.state_dict(), "opt": opt}, "all.pt")
checkpoint = torch.load("all.pt")
net.load_state_dict(checkpoint["net"])
# findings
5: TFC502 report left the optimizer (line 5) is saved whole
