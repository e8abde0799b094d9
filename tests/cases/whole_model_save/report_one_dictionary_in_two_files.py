import torch

net = torch.nn.Linear(2, 1)
state = {"net": net, "epoch": 3}
torch.save(state, "last.pt")
torch.save(state, "best.pt")
net = torch.load("best.pt")["net"]
# findings
5: TFC502 report left nothing in this file loads what line 5 saves
6: TFC502 report left nothing in this file loads what line 5 saves
