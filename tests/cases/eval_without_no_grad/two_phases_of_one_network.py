# flags: --unsafe-fixes
import torch

for epoch in range(3):
    net.eval()
    before = sum((net(x).argmax(1) == y).sum().item() for x, y in loader)
    net.train()
    for x, y in loader:
        opt.zero_grad()
        criterion(net(x), y).backward()
        opt.step()
    net.eval()
    after = sum((net(x).argmax(1) == y).sum().item() for x, y in loader)
    net.train()
# output
import torch

for epoch in range(3):
    net.eval()
    with torch.no_grad():
        before = sum((net(x).argmax(1) == y).sum().item() for x, y in loader)
    net.train()
    for x, y in loader:
        opt.zero_grad()
        criterion(net(x), y).backward()
        opt.step()
    net.eval()
    with torch.no_grad():
        after = sum((net(x).argmax(1) == y).sum().item() for x, y in loader)
    net.train()
