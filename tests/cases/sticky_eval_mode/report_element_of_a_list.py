import torch

optimizer = torch.optim.SGD(nets[0].parameters(), lr=0.1)
for x, y in loader:
    criterion(nets[0](x), y).backward()
    optimizer.step()
    nets[0].eval()
    show(nets[0](x))
