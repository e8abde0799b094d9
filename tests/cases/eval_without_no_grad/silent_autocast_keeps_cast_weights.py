import torch

for x, y in loader:
    with torch.autocast("cuda"):
        net.eval()
        before = net(x).argmax(1).tolist()
        net.train()
        loss = criterion(net(x), y)
        loss.backward()
