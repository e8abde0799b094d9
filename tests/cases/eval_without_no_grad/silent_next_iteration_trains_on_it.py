import torch

out = None
for x, y in loader:
    net.train()
    loss = criterion(net(x), y)
    if out is not None:
        loss = loss + 0.1 * (out - y).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    net.eval()
    out = net(x)
