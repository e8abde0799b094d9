"""TorchScript: traced, scripted, saved and loaded; pickles."""

import io
import pickle
import warnings

import torch
import torch.nn as nn

warnings.filterwarnings("ignore")
torch.manual_seed(18)
net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 16, 3)).cuda().eval()
x = torch.randn(2, 1, 6, 6).cuda()
tr = torch.jit.trace(net, x)
print(tr(x).sum().item(), tr(x * 2).sum().item(), tr(x * 3).sum().item())


@torch.jit.script
def f(a, n: int):
    for i in range(n):
        a = a * 2 + i
    return a.relu().sum()


print(f(x, 3).item(), f(x, 3).item(), f(x, 4).item())
tr.save("m.pt")
print(torch.jit.load("m.pt", map_location="cpu")(x.cpu()).sum().item())
b = pickle.loads(pickle.dumps({"w": net[0].weight.data, "n": 3}))
print(b["w"].sum().item())
buf = io.BytesIO()
torch.save(net.state_dict(), buf)
buf.seek(0)
print(torch.load(buf, map_location="cuda:0")["3.bias"].sum().item())
