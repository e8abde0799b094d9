# path: lib.py
# other: main.py
#| import torch
#| from torch import nn
#| from lib import states
#| net = nn.Linear(2, 1).cuda()
#| torch.save({"net": net.state_dict(), "mean": torch.ones(2).cuda()}, "ck.pt")
#| for state, mean in states(["ck.pt"]):
#|     net.load_state_dict(state)
#|     print((torch.ones(2).cuda() - mean).sum().item())
import torch
def states(paths):
    for path in paths:
        ck = torch.load(path)
        yield ck["net"], ck["mean"]
def first(net, paths):
    for state, mean in states(paths):
        net.load_state_dict(state)
        return mean.shape
