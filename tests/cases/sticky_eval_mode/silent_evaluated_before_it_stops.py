import torch

for epoch in range(epochs):
    criterion(net(x), y).backward()
    optimizer.step()
    if loss_is_small():
        net.eval()
        show(net(x))
        break
