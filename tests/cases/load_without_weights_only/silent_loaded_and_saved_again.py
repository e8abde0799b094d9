import torch

state = torch.load("a.pt")
state["epoch"] = 3
torch.save(state, "a.pt")
