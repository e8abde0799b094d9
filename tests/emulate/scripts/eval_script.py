"""Evaluation of a loaded model, and the many ways of indexing and reducing its output."""

import argparse

import numpy as np
import torch
import torch.nn as nn

ap = argparse.ArgumentParser()
ap.add_argument("--no-cuda", action="store_true", default=False)
args = ap.parse_args()
args.cuda = not args.no_cuda and torch.cuda.is_available()
torch.manual_seed(16)
kw = {"num_workers": 1, "pin_memory": True} if args.cuda else {}


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = nn.Sequential(nn.Linear(5, 7), nn.BatchNorm1d(7), nn.ReLU6())
        self.h = nn.Linear(7, 3)

    def forward(self, x):
        return self.h(self.b(x))


m = Net().cuda() if args.cuda else Net()
torch.save(m, "best.pth")
torch.save(m.state_dict(), "best_sd.pth")
model = torch.load("best.pth", weights_only=False)
model.load_state_dict(torch.load("best_sd.pth"))
model.eval()
ds = torch.utils.data.TensorDataset(torch.randn(30, 5), torch.randint(0, 3, (30,)))
ld = torch.utils.data.DataLoader(ds, 8, shuffle=False, **kw)
P, T, L = [], [], 0
for x, y in ld:
    if args.cuda:
        x, y = x.cuda(), y.cuda()
    o = model(x)
    L += nn.functional.cross_entropy(o, y).data.cpu().numpy()
    P.append(torch.softmax(o, 1).data.cpu().numpy())
    T.extend(y.cpu().numpy())
P = np.concatenate(P)
print("loss", L / len(ld), "acc", (P.argmax(1) == np.array(T)).mean(), P.max(1).mean())
t = torch.from_numpy(P).cuda()
v, i = t.sort(1, descending=True)
u, c = i[:, 0].unique(return_counts=True)
print(
    u.tolist(),
    c.tolist(),
    t.cumsum(0)[-1].tolist(),
    (t > 0.4).nonzero().size(0),
    t[t > 0.4].numel(),
    torch.quantile(t, 0.3).item(),
    t.std(0).tolist(),
)
cm = torch.zeros(3, 3).cuda()
cm.index_put_((torch.tensor(T).cuda(), i[:, 0]), torch.ones(30).cuda(), accumulate=True)
print(cm.diag().sum().item())
a = torch.stack([t.sum(1), t.prod(1)]).t().contiguous()
a[:, 0].mul_(2)
a[3:5] = 7
a[[0, 1], [1, 0]] += 1
print(
    a.sum().item(),
    a.chunk(2, 0)[0].shape,
    torch.svd(a)[1].tolist(),
    a.unfold(0, 3, 2).sum().item(),
    torch.einsum("ij,ij->i", a, a).sum().item(),
    torch.fft.rfft(a[:, 0]).abs().sum().item(),
)
