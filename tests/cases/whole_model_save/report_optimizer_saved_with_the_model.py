import torch

net = torch.nn.Linear(2, 1)
opt = torch.optim.Adam(net.parameters())
torch.save({"net": net, "opt": opt}, "all.pt")
checkpoint = torch.load("all.pt")
net, opt = checkpoint["net"], checkpoint["opt"]
# findings
5: TFC502 report left drives the loaded model
