import torch


@torch.no_grad()
def run(model, x):
    model.eval()
    return model(x)
