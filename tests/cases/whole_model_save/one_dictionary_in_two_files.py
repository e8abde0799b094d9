# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(2, 1)
state = {"net": net, "epoch": 3}
torch.save(state, "last.pt")
torch.save(state, "best.pt")
net = torch.load("best.pt")["net"]
# output
import torch

net = torch.nn.Linear(2, 1)
state = {"net": net.state_dict(), "epoch": 3}
torch.save(state, "last.pt")
torch.save(state, "best.pt")
net.load_state_dict(torch.load("best.pt")["net"])
