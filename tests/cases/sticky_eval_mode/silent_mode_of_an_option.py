import torch

for phase in ("train", "val"):
    net.train(phase == "train")
    for x, y in loaders[phase]:
        loss = criterion(net(x), y)
        if phase == "train":
            loss.backward()
            optimizer.step()
