import torch

net = torch.nn.Linear(2, 1)
state = {"net": net, "epoch": 3}
torch.save(state, "last.pt")
state["net"].eval()
# findings
5: TFC502 report left line 6 takes what is saved for something else, too
