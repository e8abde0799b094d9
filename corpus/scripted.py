"""TorchScript: a traced network, a scripted loss, an archive that is written and read again (PyTorch 1.x)."""
import os
import tempfile

import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(18)
assert torch.__version__ >= '1.0'


class Highway(nn.Module):
    def __init__(self, size, num_layers=2):
        super().__init__()
        self.nonlinear = nn.ModuleList([nn.Linear(size, size) for _ in range(num_layers)])
        self.gate = nn.ModuleList([nn.Linear(size, size) for _ in range(num_layers)])
        for g in self.gate:
            g.bias.data.fill_(-1.0)

    def forward(self, x):
        for gate, nonlinear in zip(self.gate, self.nonlinear):
            g = torch.sigmoid(gate(x))
            x = g * torch.relu(nonlinear(x)) + (1 - g) * x
        return x


@torch.jit.script
def focal(score, target, gamma: float):
    """Compiled from its source, so the source has to stay what the compiler knows."""
    p = torch.sigmoid(score)
    pt = torch.where(target > 0.5, p, 1 - p)
    weight = (1 - pt.data) ** gamma
    return (-weight * torch.log(pt + 1e-6)).mean()


@torch.jit.script
def on_device(x, gpu: bool):
    if gpu:
        x = x.cuda()
    return x


class Scorer(nn.Module):
    def __init__(self, size=10):
        super().__init__()
        self.highway = Highway(size)
        self.dropout = nn.Dropout(0.1)
        self.out = nn.Linear(size, 1)

    def forward(self, x):
        return self.out(self.dropout(self.highway(x))).squeeze(1)


x = torch.randn(128, 10)
y = ((x[:, :3] ** 2).sum(1) > 2.5).float()
gpu = torch.cuda.is_available()
model = Scorer().cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-2)
losses = []
for epoch in range(4):
    model.train()
    perm = torch.randperm(96)
    for i in range(0, 96, 32):
        idx = perm[i:i + 32]
        optimizer.zero_grad()
        loss = focal(model(on_device(x[idx], gpu)), on_device(y[idx], gpu), 2.0)
        loss.backward()
        optimizer.step()
        # float32, one array each: the mean below is one of float32 numbers
        losses.append(loss.data.cpu().numpy())
    print('epoch {} loss {:.6f} mean {}'.format(epoch, float(losses[-1]), np.mean(losses).dtype))

model.eval()
example = x[96:].cuda()
expected = model(example)
with torch.no_grad():
    traced = torch.jit.trace(model, example)
path = os.path.join(tempfile.mkdtemp(), 'scorer.pt')
traced.save(path)
loaded = torch.jit.load(path)
loaded.eval()
print('difference: %.6f' % (loaded(example) - expected).abs().max().item())
probability = torch.sigmoid(expected).data.cpu().numpy()
print('right: %d of 32, mean probability %.5f' % (((probability > 0.5) == (y[96:].numpy() > 0.5)).sum(), probability.mean()))
scripted = torch.jit.script(Highway(10).cuda().eval())
print('scripted: %.6f' % scripted(example).detach().cpu().sum().item())
