# flags: --unsafe-fixes
import torch

for epoch in range(10):
    for x, y in train_loader:
        opt.zero_grad()
        criterion(net(x), y).backward()
        opt.step()
    net.eval()
    hits = 0
    for x, y in test_loader:
        _, predicted = torch.max(net(x).data, 1)
        hits += (predicted == y).sum().item()
# output
import torch

for epoch in range(10):
    for x, y in train_loader:
        opt.zero_grad()
        criterion(net(x), y).backward()
        opt.step()
    net.eval()
    hits = 0
    with torch.no_grad():
        for x, y in test_loader:
            _, predicted = torch.max(net(x).data, 1)
            hits += (predicted == y).sum().item()
