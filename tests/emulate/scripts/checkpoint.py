"""Saving and resuming: model, optimizer and scheduler, whole model, three ways of map_location."""

import os

import torch
import torch.nn as nn

torch.manual_seed(11)


def make():
    return nn.Sequential(nn.Linear(10, 16), nn.BatchNorm1d(16), nn.Tanh(), nn.Linear(16, 1)).cuda()


net = make()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
sched = torch.optim.lr_scheduler.StepLR(opt, 2, 0.5)
X = torch.randn(64, 10).cuda()
Y = X.sum(1, keepdim=True)


def train(net, opt, sched, n, start):
    for e in range(start, start + n):
        loss = ((net(X) - Y) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        print("epoch", e, "loss", loss.item(), "lr", opt.param_groups[0]["lr"])


train(net, opt, sched, 3, 0)
torch.save(
    {"epoch": 3, "state_dict": net.state_dict(), "optimizer": opt.state_dict(), "sched": sched.state_dict()},
    "ckpt.pth.tar",
)
torch.save(net, "model.pt")
ck = torch.load("ckpt.pth.tar")
print({k: str(v.device) for k, v in ck["state_dict"].items()}["0.weight"].split(":")[0] in ("cuda", "cpu"))
net2 = make()
opt2 = torch.optim.Adam(net2.parameters(), lr=1e-2)
s2 = torch.optim.lr_scheduler.StepLR(opt2, 2, 0.5)
net2.load_state_dict(ck["state_dict"])
opt2.load_state_dict(ck["optimizer"])
s2.load_state_dict(ck["sched"])
train(net2, opt2, s2, 3, ck["epoch"])
whole = torch.load("model.pt", weights_only=False)
whole.eval()
cpu = torch.load("ckpt.pth.tar", map_location=lambda storage, loc: storage)
cpu2 = torch.load("ckpt.pth.tar", map_location={"cuda:0": "cpu"})
print(whole(X).mean().item(), cpu["state_dict"]["0.weight"].sum().item(), cpu2["state_dict"]["0.weight"].device)
print(os.path.exists("model.pt"))
