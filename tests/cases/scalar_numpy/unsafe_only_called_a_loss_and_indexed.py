import torch


def report(model, batch):
    loss = model.losses(batch)["total"]
    print("loss %.3f" % loss.data.cpu().numpy()[0])
