import torch

import copy

shadow = copy.deepcopy(net)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in loader:
    criterion(net(x), y).backward()
    optimizer.step()
    update(shadow, net)
    shadow.eval()
    show(shadow(x))
