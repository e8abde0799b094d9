# path: lib.py
# other: main.py
#| import torch
#| from torch import nn
#| import lib
#| net = nn.Linear(2, 1).cuda()
#| torch.save({"net": net.state_dict(), "mean": torch.ones(2).cuda()}, "ck.pt")
#| lib.resume(net, "ck.pt")
#| print((torch.ones(2).cuda() - lib.CACHE["mean"]).sum().item())
import torch
CACHE = {}
def resume(net, path):
    ck = torch.load(path)
    net.load_state_dict(ck["net"])
    CACHE["mean"] = ck["mean"]
def mean_shape():
    return CACHE["mean"].shape
