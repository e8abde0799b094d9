# flags: --unsafe-fixes
import torch

for x, y in train_loader:
    opt.zero_grad()
    loss = criterion(net(x), y)
    loss.backward()
    opt.step()

net.eval()
hits = 0
for x, y in test_loader:
    hits += (net(x).argmax(1) == y).sum().item()
print(hits)
# output
import torch

for x, y in train_loader:
    opt.zero_grad()
    loss = criterion(net(x), y)
    loss.backward()
    opt.step()

net.eval()
hits = 0
with torch.no_grad():
    for x, y in test_loader:
        hits += (net(x).argmax(1) == y).sum().item()
print(hits)
