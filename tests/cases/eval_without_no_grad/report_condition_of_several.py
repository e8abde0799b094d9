import torch


def run_epoch(model, loader, train):
    if train and not frozen:
        model.train()
    else:
        model.eval()
    for x, y in loader:
        loss = criterion(model(x), y)
        if train:
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(loss.item())
