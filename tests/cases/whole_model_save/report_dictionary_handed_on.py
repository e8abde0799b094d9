import torch

net = torch.nn.Linear(2, 1)
torch.save({"net": net}, "all.pt")
use(torch.load("all.pt"))
# findings
4: TFC502 report left line 5 may read any entry
