import torch


def run_epoch(model, loader, train):
    if not train:
        model.eval()
    else:
        model.train()
    for x, y in loader:
        loss = criterion(model(x), y)
        if train:
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(loss.item())
