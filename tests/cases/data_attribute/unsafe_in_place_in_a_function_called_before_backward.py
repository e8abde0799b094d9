import torch

model = torch.nn.Linear(2, 2)


def shrink(net: torch.nn.Module):
    for p in net.parameters():
        p.data.mul_(0.5)


def train(x):
    loss = model(x).pow(2).sum()
    shrink(model)
    loss.backward()
# findings
8: TFC601 unsafe left feeds `loss.backward()` on line 14
