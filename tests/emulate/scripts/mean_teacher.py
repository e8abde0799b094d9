"""Two networks, one the moving average of the other; weight and spectral norm, checkpointing."""

import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

torch.manual_seed(17)
torch.cuda.manual_seed(17)


class M(nn.Module):
    def __init__(s):
        super().__init__()
        s.a = nn.utils.weight_norm(nn.Linear(6, 10))
        s.bn = nn.BatchNorm1d(10, momentum=0.01)
        s.b = nn.utils.spectral_norm(nn.Linear(10, 3))

    def forward(s, x):
        return s.b(F.dropout(F.leaky_relu(s.bn(s.a(x)), 0.1), 0.3, s.training))


st = M().cuda()
te = M().cuda()
te.load_state_dict(st.state_dict())
for p in te.parameters():
    p.detach_()
ema = {k: v.clone() for k, v in st.state_dict().items()}
opt = torch.optim.Adam(
    [{"params": st.a.parameters()}, {"params": st.b.parameters(), "lr": 5e-3}], lr=1e-2, amsgrad=True
)
acts = []
h = st.bn.register_forward_hook(lambda m, i, o: acts.append(o.detach().abs().mean().item()))
x = torch.randn(24, 6).cuda()
y = torch.randint(0, 3, (24,)).cuda()
y[12:] = -1
for i in range(4):
    o = st(x + torch.randn(x.size()).cuda() * 0.1)
    t = te(x + torch.randn_like(x) * 0.1)
    loss = F.cross_entropy(o, y, ignore_index=-1) + F.mse_loss(F.softmax(o, 1), F.softmax(t, 1)) * min(i / 2, 1)
    opt.zero_grad()
    loss.backward()
    opt.step()
    al = min(1 - 1 / (i + 1), 0.99)
    for e, p in zip(te.parameters(), st.parameters()):
        e.data.mul_(al).add_(p.data, alpha=1 - al)
    for k, v in st.state_dict().items():
        ema[k].mul_(0.9).add_(v.to(ema[k].dtype) * 0.1) if v.is_floating_point() else ema[k].copy_(v)
    print(i, loss.item(), acts[-1])
h.remove()
print(sum(v.float().sum() for v in ema.values()).item(), sum(p.abs().sum() for p in te.parameters()).item())
lin = nn.Sequential(nn.Linear(6, 6), nn.Softplus(), nn.Linear(6, 6)).cuda()
c = copy.deepcopy(lin)
z = x.clone().requires_grad_()
checkpoint(c, z, use_reentrant=True).sum().backward()
print(
    z.grad.sum().item(), (c[0].weight == lin[0].weight).all().item(), c[0].weight.data_ptr() != lin[0].weight.data_ptr()
)
