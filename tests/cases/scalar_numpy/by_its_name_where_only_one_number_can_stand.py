import torch


def report(model, batch):
    loss = model.losses(batch)["total"]
    print("loss %.3f" % loss.data.cpu().numpy())
    return float(loss.detach().cpu().numpy())
# output
import torch


def report(model, batch):
    loss = model.losses(batch)["total"]
    print("loss %.3f" % loss.item())
    return float(loss.item())
