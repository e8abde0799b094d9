import torch

for fold in folds:
    net = build(fold)
    criterion(net(fold), 0).backward()
    optimizer.step()
    net.eval()
    show(net(fold))
