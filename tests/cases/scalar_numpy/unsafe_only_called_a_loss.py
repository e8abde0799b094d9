import torch


def report(model, batch):
    loss = model.losses(batch)["total"]
    print("loss", loss.data.cpu().numpy())
    print(f"loss {loss.detach().cpu().numpy()}")
