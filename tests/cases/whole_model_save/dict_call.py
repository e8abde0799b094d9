# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(2, 1)
torch.save(dict(model=net, epoch=3), "all.pt")
again = torch.load("all.pt")["model"]
again.eval()
# output
import torch

net = torch.nn.Linear(2, 1)
torch.save(dict(model=net.state_dict(), epoch=3), "all.pt")
again = torch.nn.Linear(2, 1)
again.load_state_dict(torch.load("all.pt")["model"])
again.eval()
