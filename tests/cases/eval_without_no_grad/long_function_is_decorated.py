# flags: --unsafe-fixes
import torch


def validate(loader, model, criterion):
    """Run over the validation set."""
    losses = []
    model.eval()
    for i, (x, y) in enumerate(loader):
        x = x.to(device)
        y = y.to(device)
        output = model(x)
        loss = criterion(output, y)
        losses.append(loss.item())
        predicted = output.argmax(1)
        hits = (predicted == y).sum().item()
        if i % 10 == 0:
            print("{:.3f} {}".format(loss, hits))
    return sum(losses) / len(losses)
# output
import torch


@torch.no_grad()
def validate(loader, model, criterion):
    """Run over the validation set."""
    losses = []
    model.eval()
    for i, (x, y) in enumerate(loader):
        x = x.to(device)
        y = y.to(device)
        output = model(x)
        loss = criterion(output, y)
        losses.append(loss.item())
        predicted = output.argmax(1)
        hits = (predicted == y).sum().item()
        if i % 10 == 0:
            print("{:.3f} {}".format(loss, hits))
    return sum(losses) / len(losses)
