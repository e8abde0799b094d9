"""Large batches in small pieces: gradients of several backward passes, one step; losses summed for the log (1.x)."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
torch.backends.cudnn.benchmark = True

accumulation_steps = 4
evaluation_steps = 12


class ResidualBlock(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(width, width), nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)
        # starts as the identity
        self.fc2.weight.data.zero_()
        self.fc2.bias.data.zero_()

    def forward(self, x):
        return x + self.fc2(F.gelu(self.fc1(self.norm(x))))


class TwoHeads(nn.Module):
    """Which ring a point is on, and how far round."""

    def __init__(self, width=24):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(2, width), ResidualBlock(width), ResidualBlock(width))
        self.ring, self.angle = nn.Linear(width, 3), nn.Linear(width, 2)

    def forward(self, x):
        h = self.trunk(x)
        return self.ring(h), self.angle(h)


def rings(n):
    ring = torch.randint(0, 3, (n,))
    angle = torch.rand(n) * 6.283
    xy = torch.stack([angle.cos(), angle.sin()], 1)
    return TensorDataset(xy * (ring + 1).unsqueeze(1).float() + torch.randn(n, 2) * 0.05, ring, xy)


training_set = DataLoader(rings(192), batch_size=8, shuffle=True)
validation_set = DataLoader(rings(64), batch_size=16)
model = TwoHeads().cuda()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=2e-2, total_steps=12)


def losses(batch):
    x, ring, xy = (t.cuda() for t in batch)
    ring_out, angle_out = model(x)
    loss = F.cross_entropy(ring_out, ring)
    # the second loss joins the first, and both are trained on
    loss += 0.5 * F.mse_loss(angle_out, xy)
    return loss, (ring_out.argmax(1) == ring).float().mean()


def evaluate_model():
    model.eval()
    total, right, batches = 0., 0., 0
    for batch in validation_set:
        loss, acc = losses(batch)
        total += loss.item()
        right += acc.item()
        batches += 1
    return total / batches, right / batches


step, running_loss = 0, 0.
for epoch in range(2):
    model.train()
    optimizer.zero_grad()
    for i, batch in enumerate(training_set):
        loss, acc = losses(batch)
        running_loss += loss.detach()
        (loss / accumulation_steps).backward()
        if (i + 1) % accumulation_steps:
            continue
        grad_norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        scheduler.step()
        step += 1
        if step % 6 == 0:
            print("step %d loss %.6f norm %.5f lr %.6f" % (
                step, running_loss.item() / (6 * accumulation_steps), grad_norm.data.cpu(), scheduler.get_last_lr()[0]))
            running_loss = 0.
        if step % evaluation_steps == 0:
            print("validation: loss %.6f accuracy %.4f" % evaluate_model())
            model.train()
