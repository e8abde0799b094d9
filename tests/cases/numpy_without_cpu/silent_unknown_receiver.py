import torch


def collect(model, batch, feats):
    first = model(batch).numpy()
    second = feats.numpy()
    return first, second, batch.mean().numpy()
