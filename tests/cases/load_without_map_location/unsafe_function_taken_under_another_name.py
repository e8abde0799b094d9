# path: lib.py
# other: main.py
#| import torch
#| from torch import nn
#| import lib
#| net = nn.Linear(2, 1).cuda()
#| torch.save({"net": net.state_dict(), "mean": torch.ones(2).cuda()}, "ck.pt")
#| f = lib.resume
#| print((torch.ones(2).cuda() - f(net, "ck.pt")["mean"]).sum().item())
import torch
def resume(net, path):
    state = torch.load(path)
    net.load_state_dict(state["net"])
    return state
def again(net, path):
    resume(net, path)
