import torch


def report(losses, history):
    loss = history[-1]
    print(torch.stack(losses).mean(), losses[0], loss[0], history.data[0])
