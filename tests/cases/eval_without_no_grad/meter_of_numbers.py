# flags: --unsafe-fixes
import torch


def validate(loader, model, criterion):
    losses = AverageMeter()
    model.eval()
    for x, y in loader:
        loss = criterion(model(x), y)
        losses.update(loss.item(), x.size(0))
    return losses.avg
# output
import torch


def validate(loader, model, criterion):
    losses = AverageMeter()
    model.eval()
    with torch.no_grad():
        for x, y in loader:
            loss = criterion(model(x), y)
            losses.update(loss.item(), x.size(0))
    return losses.avg
