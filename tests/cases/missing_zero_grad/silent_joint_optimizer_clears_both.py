import torch

sparse = torch.optim.SparseAdam(net.embedding.parameters())
dense = torch.optim.Adam(net.head.parameters())
for x, y in loader:
    net.zero_grad()
    criterion(net(x), y).backward()
    sparse.step()
    dense.step()
