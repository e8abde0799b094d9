# flags: --target-torch 2.4
import torch

state = torch.load("a.pt")
state["epoch"] = 3
torch.save(state, "a.pt")
# findings
3: TFC504 report left `state`, which is saved, cannot be seen
