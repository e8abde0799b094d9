# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(2, 2)


def visit(batches, callback, criterion):
    net.eval()
    for batch in batches:
        loss = criterion(net(batch))
        callback(loss.item())
# output
import torch

net = torch.nn.Linear(2, 2)


def visit(batches, callback, criterion):
    net.eval()
    with torch.no_grad():
        for batch in batches:
            loss = criterion(net(batch))
            callback(loss.item())
