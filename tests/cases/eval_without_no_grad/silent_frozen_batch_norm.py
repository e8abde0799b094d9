import torch


def train_epoch(model, loader, opt, criterion):
    model.eval()  # keep the statistics
    total = 0
    for x, y in loader:
        opt.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        opt.step()
        total += loss.item()
    return total
