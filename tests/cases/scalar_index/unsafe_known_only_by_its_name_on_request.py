# flags: --unsafe-fixes
import torch


def step(model: torch.nn.Module, batch):
    x = torch.stack(batch)
    loss = model.compute_loss(x)
    loss.detach_()
    print("loss", loss.data[0])
# output
import torch


def step(model: torch.nn.Module, batch):
    x = torch.stack(batch)
    loss = model.compute_loss(x)
    loss.detach_()
    print("loss", loss.item())
