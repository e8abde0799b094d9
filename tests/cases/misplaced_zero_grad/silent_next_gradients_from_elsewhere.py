import torch

for x, y in loader:
    probe(net(x)).backward()
    optimizer.zero_grad()
    compute_gradients(net, x, y)
    optimizer.step()
