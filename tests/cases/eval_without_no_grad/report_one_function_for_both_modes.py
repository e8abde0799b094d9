import torch


def run_epoch(model, loader, train):
    if train:
        model.train()
    else:
        model.eval()
    for x, y in loader:
        loss = crit(model(x), y)
        if train:
            loss.backward()
