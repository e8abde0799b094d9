"""Mixed precision by the old names of torch.cuda.amp, with a gradient scaler and clipping."""

import warnings

import torch
import torch.nn as nn

warnings.filterwarnings("ignore")
from torch.cuda.amp import GradScaler, autocast

torch.manual_seed(4)
net = nn.Sequential(
    nn.Conv2d(1, 8, 3, padding=1),
    nn.BatchNorm2d(8),
    nn.ReLU(),
    nn.Flatten(),
    nn.Linear(8 * 64, 32),
    nn.LayerNorm(32),
    nn.GELU(),
    nn.Linear(32, 5),
).cuda()
opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
scaler = GradScaler(init_scale=1024.0)
X = torch.randn(32, 1, 8, 8).cuda()
Y = torch.randint(0, 5, (32,)).cuda()
for i in range(5):
    opt.zero_grad()
    with autocast():
        out = net(X)
        loss = nn.functional.cross_entropy(out, Y)
    assert out.dtype == torch.float16, out.dtype
    scaler.scale(loss).backward()
    scaler.unscale_(opt)
    nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    scaler.step(opt)
    scaler.update()
    print(i, round(loss.item(), 3), scaler.get_scale())
