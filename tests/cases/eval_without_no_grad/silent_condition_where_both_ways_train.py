import torch


def run_epoch(model, loader, frozen):
    if frozen:
        model.eval()
    else:
        model.train()
    for x, y in loader:
        loss = criterion(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
