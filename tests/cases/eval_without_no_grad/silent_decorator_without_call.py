import torch
from torch import no_grad


@no_grad
def run(model, x):
    model.eval()
    return model(x)
