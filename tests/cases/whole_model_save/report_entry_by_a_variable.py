import torch

net = torch.nn.Linear(2, 1)
torch.save({"net": net}, "all.pt")
state = torch.load("all.pt")
for key in state:
    print(state[key])
# findings
4: TFC502 report left may read any entry
