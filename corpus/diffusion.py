"""Denoising diffusion on two moons, in the hard-coded style of notebooks of 2022: one device string in many places."""
import copy
import math
import os
import tempfile

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
T = 20
betas = torch.linspace(1e-3, 0.25, T).to("cuda")
alphas = 1.0 - betas
alphas_bar = torch.cumprod(alphas, dim=0)
workdir = tempfile.mkdtemp()


def extract(values: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    return values[t].unsqueeze(1)


def two_moons(n: int) -> torch.Tensor:
    angle, upper = torch.rand(n) * math.pi, torch.rand(n) > 0.5
    x = torch.where(upper, angle.cos(), 1 - angle.cos())
    y = torch.where(upper, angle.sin(), 0.5 - angle.sin())
    return torch.stack([x, y], 1) + torch.randn(n, 2) * 0.05


class SinusoidalEmbedding(nn.Module):
    def __init__(self, dim: int = 8, device: str = "cuda"):
        super().__init__()
        self.freq = torch.exp(torch.arange(dim // 2, device=device) * -1.0)

    def forward(self, t):
        angles = t.float().unsqueeze(1) * self.freq
        return torch.cat([angles.sin(), angles.cos()], 1)


class Denoiser(nn.Module):
    def __init__(self, hidden: int = 32):
        super().__init__()
        self.time = SinusoidalEmbedding(device="cuda" if torch.cuda.is_available() else "cpu")
        self.net = nn.Sequential(nn.Linear(10, hidden), nn.SiLU(), nn.Linear(hidden, hidden), nn.SiLU(), nn.Linear(hidden, 2))
        self.net[-1].weight.data.zero_()

    def forward(self, x, t):
        return self.net(torch.cat([x, self.time(t)], 1))


class EMA:
    def __init__(self, model, beta=0.9):
        self.beta, self.model = beta, copy.deepcopy(model).eval().requires_grad_(False)

    def step(self, model):
        for ema, p in zip(self.model.parameters(), model.parameters()):
            ema.data = ema.data * self.beta + (1 - self.beta) * p.data


@torch.no_grad()
def sample(model, n):
    model.eval()
    x = torch.randn(n, 2, device="cuda")
    for i in reversed(range(T)):
        t = torch.full((n,), i, device="cuda", dtype=torch.long)
        eps = model(x, t)
        x = (x - betas[i] / (1 - alphas_bar[i]).sqrt() * eps) / alphas[i].sqrt()
        if i > 0:
            x = x + betas[i].sqrt() * torch.randn(n, 2).to("cuda")
    model.train()
    return x


model = Denoiser().to("cuda")
ema = EMA(model)
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
generator = torch.Generator(device="cpu").manual_seed(5)
data = two_moons(256)
scaler = torch.amp.GradScaler("cuda", enabled=False)
for step in range(40):
    x0 = data[torch.randint(0, 256, (64,), generator=generator)].to("cuda", non_blocking=True)
    t = torch.randint(0, T, (64,), generator=generator).to("cuda")
    noise = torch.randn(64, 2, generator=generator).to("cuda")
    with torch.autocast("cuda", enabled=False):
        xt = extract(alphas_bar, t).sqrt() * x0 + (1 - extract(alphas_bar, t)).sqrt() * noise
        loss = F.mse_loss(model(xt, t), noise)
    optimizer.zero_grad(set_to_none=True)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    ema.step(model)
    if step % 10 == 9:
        print(f"step {step}: loss {loss.item():.6f}")

torch.save(ema.model.state_dict(), os.path.join(workdir, "ema.pt"))
best = Denoiser().to("cuda")
best.load_state_dict(torch.load(os.path.join(workdir, "ema.pt")))
points = sample(best, 64).cpu().numpy()
nearest = np.linalg.norm(points[:, None] - data.numpy()[None], axis=2).min(1)
print(f"samples {points.shape}, distance to the data {nearest.mean():.4f}")
if str(points.dtype) == "float32" and next(best.parameters()).device.type == "cuda":
    print("sampled on a GPU")
