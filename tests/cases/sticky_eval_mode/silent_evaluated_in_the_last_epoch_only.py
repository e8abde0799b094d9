import torch

for epoch in range(epochs):
    criterion(net(x), y).backward()
    optimizer.step()
    if epoch == epochs - 1:
        net.eval()
        show(net(x))
