import torch


def step(model, x, losses):
    loss = model(x)
    loss.backward()
    losses.append(loss_of(model).detach().cpu().numpy())


def history(err):
    err = err.detach()
    value = err.cpu().numpy()
    return value
