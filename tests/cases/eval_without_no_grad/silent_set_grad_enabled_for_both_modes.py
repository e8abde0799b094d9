import torch


def run_epoch(model, loader, train):
    if train:
        model.train()
    else:
        model.eval()
    with torch.set_grad_enabled(train):
        for x, y in loader:
            loss = crit(model(x), y)
            if train:
                loss.backward()
