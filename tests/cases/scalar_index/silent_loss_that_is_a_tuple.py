import torch


def step(model, batch):
    loss = model(batch)
    loss[0].backward()
    return loss[0]
