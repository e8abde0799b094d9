# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(3, 1)


def predict(x):
    (  # saves memory
        torch.no_grad()
    )
    return net(x)
