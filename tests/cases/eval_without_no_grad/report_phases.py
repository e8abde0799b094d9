import torch

for phase in ["train", "val"]:
    if phase == "val":
        model.eval()
    else:
        model.train()
    for x, y in loaders[phase]:
        loss = crit(model(x), y)
        if phase == "train":
            opt.zero_grad()
            loss.backward()
            opt.step()
