import torch


def report(model, batch):
    loss = model.compute(batch)
    print("loss %.3f" % loss.numpy())
    print("%s" % batch.numpy())
