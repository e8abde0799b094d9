import torch

for fold in folds:
    net = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    loss = net(fold).mean()
    loss.backward()
    optimizer.step()
